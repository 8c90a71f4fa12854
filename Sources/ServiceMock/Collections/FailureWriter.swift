import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// The reason why a mock rejects a request.
struct MockFailure: Error {
    /// The status code.
    let status: Int
    /// The description, as a sentence.
    let message: String
    /// The errors of single properties.
    var findings: [JSONFinding] = []
    /// The current entity, for a conflict.
    var current: JSON?

    /// The same failure for an element of an array.
    func prefixed(by component: JSONKeyPath.Component) -> MockFailure {
        let inner = findings.map {
            JSONFinding(path: $0.path.prefixed(by: component), problem: $0.problem)
        }
        let place = JSONKeyPath([component]).description
        return MockFailure(
            status: status,
            message: "\(place): \(message)",
            findings: inner,
            current: current
        )
    }
}

/// Writes error responses in the format of a service.
struct FailureWriter {
    let model: ServiceModel
    let form: Conventions.ErrorForm
    let mediaType: String
    /// The declared bodies of errors.
    let declared: [CheckedEndpoint.Failure]
    let seed: UInt64

    /// The response to a failed request.
    func response(_ failure: MockFailure) -> MockResponse {
        let declared = declared.failure(of: failure.status)
        if let declared {
            guard !declared.isText else {
                var response = MockResponse(failure.status, body: Data(failure.message.utf8))
                response.headerFields[.contentType] = "text/plain; charset=utf-8"
                return response
            }
            return .json(failure.status, body(of: failure, as: declared.type), as: mediaType)
        }
        return .json(failure.status, body(of: failure), as: mediaType)
    }

    /// The body in the format of the conventions; by default, that of RFC 9457.
    private func body(of failure: MockFailure) -> JSON {
        var body = JSON.object([:])
        let isPlain = form.message == nil && form.fields == nil
        if isPlain {
            body["title"] = .string(Self.phrase(failure.status))
            body["status"] = .number(.init(failure.status))
            body["detail"] = .string(failure.message)
        }
        if let path = form.message { body.place(.string(failure.message), at: path) }
        if let path = form.code { body.place(.number(.init(failure.status)), at: path) }
        if let path = form.current, let current = failure.current {
            body.place(current, at: path)
        }
        guard !failure.findings.isEmpty else { return body }
        let fields = form.fields ?? "errors"
        // In JSON:API, each error has a message and its location.
        let isSame = form.message.map { $0.components.starts(with: fields.components) } ?? false
        let found = isSame && !fields.components.isEmpty ? nil : body.value(at: fields)
        if fields.components.isEmpty {
            for (key, messages) in byKey(failure.findings) { body[key] = messages }
        } else if found?.object == nil {
            body.place(list(of: failure.findings), at: fields)
        }
        return body
    }

    /// The errors of properties in the format of the conventions: an object by key, or an array.
    private func list(of findings: [JSONFinding]) -> JSON {
        guard let key = form.fieldKey else { return .object(byKey(findings)) }
        return .array(
            findings.map { finding in
                let isPointer = key.components.last == .key("pointer")
                let name = isPointer ? finding.path.pointer : finding.path.description
                var element = JSON.placed(.string(name), at: key)
                element.place(.string(finding.message), at: form.fieldMessage ?? "message")
                return element
            }
        )
    }

    private func byKey(_ findings: [JSONFinding]) -> [String: JSON] {
        var members: [String: JSON] = [:]
        for finding in findings {
            let key = finding.path.description
            let message = JSON.string(finding.message)
            members[key] = .array((members[key]?.array ?? []) + [message])
        }
        return members
    }

    /// The body in the format of a declared type, with the description in its strings.
    private func body(of failure: MockFailure, as type: CheckedType) -> JSON {
        if case .array(let element) = type { return [body(of: failure, as: element)] }
        guard case .value(let name) = type else {
            return SampleMaker(model, seed: seed)
                .value(of: type, for: "message", .init("failure", failure.status))
        }
        let properties = model.properties(of: name)
        let subject = SampleMaker.Subject(name, failure.status)
        var body = SampleMaker(model, seed: seed).members(
            of: properties.filter { $0.presence == .required || $0.presence == .nullable },
            subject
        )
        for property in properties {
            switch (property.key.lowercased(), property.type) {
            case ("status", .primitive(.int)), ("code", .primitive(.int)):
                body[property.key] = .number(.init(failure.status))
            case ("title", .primitive(.string)):
                body[property.key] = .string(Self.phrase(failure.status))
            case ("errors", .dictionary(.array(.primitive(.string)))):
                let fields = byKey(failure.findings)
                if !fields.isEmpty { body[property.key] = .object(fields) }
            case (let key, .primitive(.string))
            where ["message", "detail", "error", "reason", "description"].contains(key):
                body[property.key] = .string(failure.message)
            default: break
            }
        }
        return .object(body)
    }

    /// The reason phrase of a status.
    static func phrase(_ status: Int) -> String {
        switch status {
        case 400: "Bad Request"
        case 401: "Unauthorized"
        case 404: "Not Found"
        case 405: "Method Not Allowed"
        case 409: "Conflict"
        case 410: "Gone"
        case 412: "Precondition Failed"
        case 415: "Unsupported Media Type"
        case 422: "Unprocessable Content"
        case 429: "Too Many Requests"
        case 500: "Internal Server Error"
        case 503: "Service Unavailable"
        default: "Status \(status)"
        }
    }
}

extension JSONKeyPath {
    /// The path as a JSON Pointer (RFC 6901).
    var pointer: String {
        components.reduce(into: "") { text, component in
            switch component {
            case .key(let key):
                text += "/" + key.replacing("~", with: "~0").replacing("/", with: "~1")
            case .index(let index): text += "/\(index)"
            }
        }
    }
}
