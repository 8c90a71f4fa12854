/// An environment of an API, such as production or staging, with a separate base URL.
///
/// The name avoids a clash with SwiftUI's property wrapper `Environment`.
///
///     extension APIEnvironment {
///         static let nightly = APIEnvironment("nightly")
///     }
public struct APIEnvironment: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let name: String

    /// Creates an environment.
    ///
    /// - Parameter name: Its name in the schema.
    public init(_ name: String) {
        self.name = name
    }

    /// The name.
    public var description: String {
        name
    }

    /// The environment for users.
    public static let production = APIEnvironment("production")
    /// The environment for testers.
    public static let staging = APIEnvironment("staging")
    /// No server: endpoints return their examples.
    public static let mock = APIEnvironment("mock")
}
