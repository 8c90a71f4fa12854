import RepositoryRuntime

// Notices with photos; a client keeps a part of them.
extension SimulatedService {
    /// Adds the collection without entities.
    mutating func addNotices() {
        collections["notices"] = Collection(
            prefix: "n",
            known: ["_id", "title", "number", "isKept"],
            required: "title",
            references: [:]
        )
    }

    /// Processes a request for the photo of a notice; the text of the photo also serves as its address.
    mutating func answerPhoto(_ request: Request) -> Response {
        guard request.path[0] == "notices",
            var members = collections["notices"]?.stored[request.path[1]]?.members
        else { return Response(status: 404) }
        switch request.method {
        case "PUT": members["photo"] = request.body
        case "DELETE" where members["photo"] == nil: return Response(status: 404)
        case "DELETE": members["photo"] = nil
        default: return Response(status: 405)
        }
        put(members, request.path[1], "notices")
        return Response(status: 204)
    }
}
