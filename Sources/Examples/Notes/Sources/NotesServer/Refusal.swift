import HTTPTypes
import Hummingbird
import Notes
import RepositoryRuntime

/// A failure that the schema declares, with its status.
struct Refusal: HTTPResponseError {
    let status: HTTPResponse.Status
    let problem: Problem

    /// There is no such note.
    static var notFound: Refusal {
        Refusal(status: .notFound, problem: Problem(message: "There is no such note."))
    }

    /// A member of the body is not what it has to be.
    static func invalid(_ key: String, _ reason: String) -> Refusal {
        Refusal(
            status: .unprocessableContent,
            problem: Problem(message: "The body is not valid.", errors: [key: [reason]])
        )
    }

    /// The body is not what the schema says of it.
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
