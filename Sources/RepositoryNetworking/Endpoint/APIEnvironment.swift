/// Where an API is asked: the base URLs of an API are listed by environment.
///
/// It is not called `Environment`, which SwiftUI takes for a property wrapper.
///
///     extension APIEnvironment {
///         static let nightly = APIEnvironment("nightly")
///     }
public struct APIEnvironment: Hashable, Sendable, CustomStringConvertible {
    /// The name.
    public let name: String

    /// Creates an environment.
    ///
    /// - Parameter name: Its name, as the schema writes it.
    public init(_ name: String) {
        self.name = name
    }

    /// The name.
    public var description: String {
        name
    }

    /// What users use.
    public static let production = APIEnvironment("production")
    /// What testers use.
    public static let staging = APIEnvironment("staging")
    /// No server: endpoints answer with their examples.
    public static let mock = APIEnvironment("mock")
}
