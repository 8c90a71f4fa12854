import HTTPTypes

/// An HTTP method of an endpoint.
public enum HTTPMethod: String, CaseIterable, Sendable {
    /// Reads a resource.
    case get = "GET"
    /// Reads the header fields of a resource.
    case head = "HEAD"
    /// Creates a resource, or performs an operation that the server defines.
    case post = "POST"
    /// Replaces a resource.
    case put = "PUT"
    /// Changes a part of a resource.
    case patch = "PATCH"
    /// Deletes a resource.
    case delete = "DELETE"
    /// Requests the supported methods.
    case options = "OPTIONS"

    /// The same method for a request head.
    var head: HTTPRequest.Method {
        HTTPRequest.Method(rawValue) ?? .get
    }
}
