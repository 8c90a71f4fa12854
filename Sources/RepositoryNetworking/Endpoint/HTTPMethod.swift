import HTTPTypes

/// The methods that an endpoint can have.
public enum HTTPMethod: String, CaseIterable, Sendable {
    /// Reads a resource.
    case get = "GET"
    /// Reads the headers of a resource.
    case head = "HEAD"
    /// Creates a resource, or does what the server defines.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Changes a part of a resource.
    case patch = "PATCH"
    /// Removes a resource.
    case delete = "DELETE"
    /// Asks what can be done.
    case options = "OPTIONS"

    /// The same method for a request head.
    var head: HTTPRequest.Method {
        HTTPRequest.Method(rawValue) ?? .get
    }
}
