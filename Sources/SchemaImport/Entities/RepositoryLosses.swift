/// The parts of operations that the repositories which replace them do not offer.
struct RepositoryLosses {
    /// A part that is lost.
    struct Loss {
        /// The name of the endpoint that the repository replaces.
        var name: String
        var rule: ImportRule
        var message: String
    }

    private let finder: EntityFinder
    /// The repositories, by their entities.
    private let repositories: [String: ProposedRepository]
    /// The names of all declarations.
    private let kept: Set<String>

    /// The header fields that the runtime, a cache, the transport or a proxy handles.
    private static let handledHeaders: Set<String> = [
        "cache-control", "content-disposition", "content-encoding", "content-language",
        "content-length", "content-type", "date", "etag", "expires", "last-modified", "link",
        "location", "retry-after", "server-timing", "set-cookie", "vary", "x-correlation-id",
        "x-request-id", "x-total-count",
    ]

    /// The keys of an envelope that usually contain data of the service.
    private static let data: Set<String> = ["_meta", "included", "meta", "permissions"]

    init(_ finder: EntityFinder, in schema: ProposedSchema) {
        self.finder = finder
        kept = Set(schema.declarations.map(\.name))
        var repositories: [String: ProposedRepository] = [:]
        for case .repository(let repository) in schema.declarations.map(\.body) {
            repositories[repository.entity] = repository
        }
        self.repositories = repositories
    }

    /// The lost parts of all operations that became part of a repository.
    func all() -> [Loss] {
        guard !repositories.isEmpty else { return [] }
        return finder.found().flatMap { found -> [Loss] in
            guard let repository = repositories[found.name] else { return [] }
            let requests = WriteRequests(finder, of: found)
            return found.operations.flatMap { word, imported -> [Loss] in
                let simplified = unsupported(word, requests).map {
                    Loss(name: imported.name, rule: .simplified, message: $0)
                }
                guard !kept.contains(imported.name), let endpoint = finder.endpoints[imported.name]
                else { return simplified }
                let lost = errors(of: endpoint, besides: repository.errors)
                return simplified
                    + (lost + parts(word, endpoint, found)).map {
                        Loss(name: imported.name, rule: .leftOut, message: $0)
                    }
            }
        }
    }

    /// The properties that a write sends, although its body does not describe them.
    private func unsupported(_ word: String, _ requests: WriteRequests) -> [String] {
        // The caller decides which properties a patch sends.
        guard word != "patch" else { return [] }
        return [
            Self.listed(requests.excess(of: word)).map {
                "\(word) also sends \($0), which the body of the operation does not have"
            },
            Self.listed(requests.nulls(of: word)).map {
                "\(word) may send null for \($0), which the operation does not accept"
            },
        ].compactMap(\.self)
    }

    /// The errors with other types than those of the repository.
    private func errors(
        of endpoint: ProposedEndpoint,
        besides common: [ProposedEndpoint.Failure]
    ) -> [String] {
        endpoint.errors.filter { !common.contains($0) }.map {
            "the operations have several types of error for \($0.status.quoted), so the repository "
                + "has none"
        }
    }

    /// The parts of an operation that only an endpoint can have.
    private func parts(
        _ word: String,
        _ endpoint: ProposedEndpoint,
        _ found: FoundEntity
    ) -> [String] {
        let headers = endpoint.responseHeaders.map { $0.key ?? $0.name }.filter { name in
            !Self.isHandled(name.lowercased()) && found.family == nil
        }
        var messages =
            Self.listed(headers).map {
                ["no repository reads the response header \($0)"]
            } ?? []
        if endpoint.deprecated != nil {
            messages.append("the operation is deprecated, which a repository cannot express")
        }
        return messages
            + extras(word, endpoint, found).map {
                "no repository reads the key \($0.quoted) of the envelope"
            }
    }

    /// The keys of an envelope with data that the repository does not read.
    private func extras(
        _ word: String,
        _ endpoint: ProposedEndpoint,
        _ found: FoundEntity
    ) -> [String] {
        guard found.family == nil else { return [] }
        if word == "list" {
            guard found.paging == nil else { return [] }
            return (found.envelope?.others.keys.sorted() ?? []).filter(Self.data.contains)
        }
        guard found.one != nil, case .name(let name)? = endpoint.response?.type,
            let structure = finder.structures[name]
        else { return [] }
        return structure.properties.map(finder.bodies.key).filter(Self.data.contains)
    }

    /// Whether something else than a repository handles a header field, in lower case.
    private static func isHandled(_ header: String) -> Bool {
        handledHeaders.contains(header) || header.contains("ratelimit")
            || header.contains("rate-limit") || header.hasPrefix("access-control-")
    }

    /// Keys in a message: the first two, and the number of the others; nil if there are none.
    private static func listed(_ keys: [String]) -> String? {
        guard !keys.isEmpty else { return nil }
        let shown = keys.prefix(2).map(\.quoted).joined(separator: ", ")
        return keys.count > 2 ? "\(shown) and \(keys.count - 2) more" : shown
    }
}
