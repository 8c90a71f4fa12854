import HTTPTypes
import RepositoryRuntime

/// An endpoint makes a request, whatever its parameters are.
enum RequestLaw {
    /// What may be said against a value: not every header field or segment of a path can carry it.
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
