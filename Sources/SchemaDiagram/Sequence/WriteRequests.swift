import RepositoryStrategy
import SchemaLanguage

/// The requests that send the writes of a repository to its server.
struct WriteRequests {
    /// The writes that the server supports, directly or by two other operations.
    let operations: [RepositoryOperation]
    /// The conventions in effect.
    let conventions: CheckedConventions

    private let path: String
    private let entity: String
    private let hasPatch: Bool

    init(_ operations: CheckedRepository.EntityOperations, conventions: CheckedConventions) {
        let remote = Set(operations.remote)
        self.conventions = conventions
        path = operations.path
        entity = operations.entity
        hasPatch = remote.contains(.patch)
        self.operations = [.create, .update, .patch, .delete].filter { operation in
            switch operation {
            case .create: remote.contains(.create)
            case .update: remote.contains(.update)
            case .patch: remote.contains(.patch) || remote.isSuperset(of: [.read, .update])
            default: remote.contains(.delete)
            }
        }
    }

    /// The method and the path.
    func line(of operation: RepositoryOperation) -> String {
        let name: CheckedConventions.Operation
        let usual: (method: String, path: String)
        switch operation {
        case .create: (name, usual) = (.create, ("POST", "{path}"))
        case .patch where hasPatch: (name, usual) = (.patch, ("PATCH", "{path}/{id}"))
        case .delete: (name, usual) = (.delete, ("DELETE", "{path}/{id}"))
        default: (name, usual) = (.update, ("PUT", "{path}/{id}"))
        }
        let form = conventions.requests.first { $0.operation == name }?.form
        let method = form.map { $0.method.rawValue.uppercased() } ?? usual.method
        let text = (form?.path ?? usual.path).replacing("{path}", with: path)
        return "\(method) \(text.hasPrefix("/") ? "" : "/")\(text)"
    }

    /// The contents of the request.
    func details(of operation: RepositoryOperation) -> [String] {
        var details: [String] = []
        switch operation {
        case .create:
            details.append("body \(entity).Draft")
            if case .idempotencyKey(let header, _)? = conventions.creation {
                details.append("header \(header): the idempotency key")
            }
        case .patch where hasPatch:
            details.append(
                conventions.patches == .jsonPatch
                    ? "body: JSON Patch of the changes" : "body \(entity).Patch: the changes"
            )
        case .delete: break
        default: details.append("body \(entity).Draft")
        }
        if operation != .create { details += versionDetails }
        return details
    }

    private var versionDetails: [String] {
        switch conventions.versions {
        case nil, .entityTag?: ["header If-Match: the entity tag"]
        case .member(let name, _)?: ["header If-Match: \(name)"]
        case .some(.none): []
        }
    }

    /// How to find out the outcome of a create without a response, one line for each part.
    var inquiry: [String] {
        switch conventions.creation {
        case .idempotencyKey?:
            ["a creation is sent again", "with the same idempotency key"]
        case .identity?:
            ["a creation is looked up", "by its client-assigned identity"]
        case .comparison?, nil: ["a creation is looked up in the listing"]
        }
    }
}
