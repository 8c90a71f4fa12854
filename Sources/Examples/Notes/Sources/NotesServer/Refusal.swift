import HTTPTypes
import Hummingbird
import Notes
import RepositoryRuntime

/// An error response that the schema declares, with its status code.
struct Refusal: HTTPResponseError {
    let status: HTTPResponse.Status
    let problem: Problem

    /// There is no such note.
    static var notFound: Refusal {
        Refusal(status: .notFound, problem: Problem(message: "There is no such note."))
    }

    /// A property of the body is invalid.
    static func invalid(_ key: String, _ reason: String) -> Refusal {
        Refusal(
            status: .unprocessableContent,
            problem: Problem(message: "The body is not valid.", errors: [key: [reason]])
        )
    }

    /// The body does not match the schema.
    init(_ error: JSONError) {
        self = .invalid(
            error.keyPath.description,
            "expected \(error.expected), found \(error.found)"
        )
    }

    private init(status: HTTPResponse.Status, problem: Problem) {
        self.status = status
        self.problem = problem
    }

    func response(from request: Request, context: some RequestContext) -> Response {
        Response(status, json: problem)
    }
}
