import HTTPTypes
import RepositoryRuntime

/// An endpoint gives a request for all values of its parameters.
enum RequestLaw {
    /// The acceptable errors: not every header field or path segment can contain every value.
    private static let refusals = [
        "has a value that cannot be encoded.", "would result in a different path.",
        "has no value.", "which is the separator.",
        "has an element that is empty, or begins or ends with a space.",
    ]

    static func check(_ endpoint: some EndpointDefinition) throws(BrokenLaw) {
        let request: NetworkingRequest
        do throws(RepositoryError) {
            request = try GenericRequest(endpoint).networkingRequest()
        } catch {
            guard error.code == .invalidRequest, refusals.contains(where: error.message.hasSuffix)
            else { throw BrokenLaw(message: "\(endpoint): \(error)") }
            return
        }
        let path = request.head.path ?? ""
        guard path.hasPrefix("/"), path.allSatisfy({ $0.isASCII && !"{} ".contains($0) }) else {
            throw BrokenLaw(message: "the path is '\(path)'")
        }
    }
}
