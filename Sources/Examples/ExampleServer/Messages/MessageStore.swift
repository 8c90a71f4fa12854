import FlyingFox
import Foundation

/// The messages of a conversation, in memory, as a REST service of RepositoryKit's kind.
///
/// | request | answer |
/// |---|---|
/// | GET /messages | 200 and all, or those that `?text=…` names; `limit`, `offset`, `sort` |
/// | POST /messages | 201 and the message with its identity, `Location` |
/// | GET, PUT, PATCH, DELETE /messages/ID | 200, 200, 200, 204; 404 where there is none |
/// | POST /messages/collection | 200 and all that were sent, in their order, with identities |
///
/// A message without text, or with a key that the service does not know, is refused with 422.
actor MessageStore {
    private var messages: [[String: Any]] = []
    private var lastNumber = 0
    private let known: Set<String> = ["_id", "text", "likes", "labels", "sent_at"]

    func answer(to request: ReceivedRequest) -> HTTPResponse? {
        let parts = request.path.split(separator: "/").map { $0.removingPercentEncoding ?? "" }
        guard parts.first == "messages", parts.count <= 2 else {
            return nil
        }
        guard parts.count == 2 else {
            return answerCollection(request)
        }
        if parts[1] == "collection", request.method == "POST" {
            return createAll(request)
        }
        guard let index = messages.firstIndex(where: { $0["_id"] as? String == parts[1] }) else {
            return .problem(404, "There is no such message.")
        }
        return answerMessage(request, at: index)
    }

    // MARK: - The collection

    private func answerCollection(_ request: ReceivedRequest) -> HTTPResponse {
        switch request.method {
        case "GET": .json(200, selection(request.parameters))
        case "POST":
            create(request.body)
        default: .problem(405, "The collection knows GET and POST.")
        }
    }

    private func selection(_ parameters: [String: String]) -> [[String: Any]] {
        var found = messages
        for (key, value) in parameters where known.contains(key) {
            found.removeAll { $0[key].map { "\($0)" } != value }
        }
        if let sort = parameters["sort"] {
            let key = sort.hasPrefix("-") ? String(sort.dropFirst()) : sort
            found.sort { "\($0[key] ?? "")" < "\($1[key] ?? "")" }
            if sort.hasPrefix("-") {
                found.reverse()
            }
        }
        let offset = parameters["offset"].flatMap { Int($0) } ?? 0
        let limit = parameters["limit"].flatMap { Int($0) } ?? found.count
        return Array(found.dropFirst(max(0, offset)).prefix(max(0, limit)))
    }

    private func create(_ body: Data) -> HTTPResponse {
        switch checked(object(body), needsText: true) {
        case .failure(let refusal):
            return refusal.response
        case .success(let sent):
            let message = insert(sent)
            let location = "/messages/\(message["_id"] ?? "")"
            return .json(201, message, headers: [HTTPHeader("Location"): location])
        }
    }

    private func createAll(_ request: ReceivedRequest) -> HTTPResponse {
        let sent = try? JSONSerialization.jsonObject(with: request.body) as? [[String: Any]]
        guard let sent else {
            return .problem(400, "The body is not an array of messages.")
        }
        var accepted: [[String: Any]] = []
        for message in sent {
            switch checked(message, needsText: true) {
            case .failure(let refusal): return refusal.response
            case .success(let message): accepted.append(message)
            }
        }
        return .json(200, accepted.map(insert))
    }

    private func insert(_ sent: [String: Any]) -> [String: Any] {
        lastNumber += 1
        var message = sent
        message["_id"] = "m\(lastNumber)"
        messages.append(message)
        return message
    }

    // MARK: - One message

    private func answerMessage(_ request: ReceivedRequest, at index: Int) -> HTTPResponse {
        switch request.method {
        case "GET":
            return .json(200, messages[index])
        case "PUT", "PATCH":
            let isPatch = request.method == "PATCH"
            switch checked(object(request.body), needsText: !isPatch) {
            case .failure(let refusal): return refusal.response
            case .success(let sent):
                var message = isPatch ? messages[index] : [:]
                message.merge(sent) { _, new in new }
                message = message.filter { !($0.value is NSNull) }
                message["_id"] = messages[index]["_id"]
                messages[index] = message
                return .json(200, message)
            }
        case "DELETE":
            messages.remove(at: index)
            return HTTPResponse(statusCode: .noContent)
        default:
            return .problem(405, "A message knows GET, PUT, PATCH and DELETE.")
        }
    }

    // MARK: - Validation

    private struct Refusal: Error {
        var response: HTTPResponse
    }

    private func object(_ body: Data) -> [String: Any]? {
        try? JSONSerialization.jsonObject(with: body) as? [String: Any]
    }

    private func checked(
        _ sent: [String: Any]?,
        needsText: Bool
    ) -> Result<[String: Any], Refusal> {
        guard let sent else {
            return .failure(Refusal(response: .problem(400, "The body is not a JSON object.")))
        }
        var errors: [String: [String]] = [:]
        for key in sent.keys where !known.contains(key) {
            errors[key] = ["is not known"]
        }
        if sent["_id"] != nil {
            errors["_id"] = ["is given by the server"]
        }
        if needsText || sent["text"] != nil {
            if (sent["text"] as? String ?? "").isEmpty {
                errors["text"] = ["must not be empty"]
            }
        }
        guard errors.isEmpty else {
            let response = HTTPResponse.problem(422, "The message is not valid.", errors: errors)
            return .failure(Refusal(response: response))
        }
        return .success(sent)
    }
}
