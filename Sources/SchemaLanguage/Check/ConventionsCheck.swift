import Diagnostics
import YAMLTree

/// What conventions say of one thing goes with what they say of another.
struct ConventionsCheck: SchemaCheck {
    /// A clash: what is wrong, where, and what to do.
    typealias Finding = (message: String, place: SourceRange?, hint: String)

    private static let form = "application/x-www-form-urlencoded"
    private static let mergePatch = "application/merge-patch+json"
    private static let jsonPatch = "application/json-patch+json"

    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.conventions.flatMap { use in
            let found = [media(of: use)].compactMap(\.self) + constants(of: use)
            let invalid = found.compactMap { Self.diagnostic(.invalidValue, $0) }
            return invalid + header(of: use).compactMap { Self.diagnostic(.invalidHeader, $0) }
        }
    }

    static func diagnostic(_ rule: SchemaRule, _ finding: Finding) -> Diagnostic? {
        finding.place.map { Diagnostic(rule: rule, finding.message, at: $0, hint: finding.hint) }
    }

    // MARK: - Media types and patches

    /// The first of the combinations of media types, patches and resources that cannot be.
    private func media(of use: ConventionsInUse) -> Finding? {
        let conventions = use.conventions
        let sent = conventions.sentMedia ?? "application/json"
        let patch = conventions.patchMedia ?? sent
        let isList = conventions.patches == .jsonPatch
        let places = use.place(of: "media.patch", "media.sent", "media", "patches", "resource")
        if [Self.mergePatch, Self.jsonPatch].contains(sent.essence) {
            return (
                "'\(sent)' is the media type of a patch, and whole entities are sent as it, too",
                use.place(of: "media.sent", "media"),
                "write `media: { patch: \(sent) }`"
            )
        }
        if conventions.isJSONAPI == true {
            return mediaOfResources(of: use, [sent, patch], isList: isList)
        }
        switch (patch.essence, isList) {
        case (Self.form, true):
            return (
                "a form has members, and cannot be the list of operations that a JSON Patch is",
                use.place(of: "patches", "media.patch", "media.sent", "media"),
                "write `media: { patch: \(Self.jsonPatch) }`, or `patches: merge`"
            )
        case (Self.mergePatch, true):
            return (
                "'\(patch)' is the media type of a merge patch, and the patches are JSON Patches",
                places,
                "write `patch: \(Self.jsonPatch)`, or `patches: merge`"
            )
        case (Self.jsonPatch, false):
            return (
                "'\(patch)' is the media type of a JSON Patch, and the patches are merge patches",
                places,
                "write `patches: jsonPatch`, or `patch: \(Self.mergePatch)`"
            )
        default: return nil
        }
    }

    /// A resource is JSON, and is changed by a resource.
    private func mediaOfResources(
        of use: ConventionsInUse,
        _ media: [String],
        isList: Bool
    ) -> Finding? {
        if isList {
            return (
                "JSON:API changes a resource by a resource with what changes, and not by a JSON Patch",
                use.place(of: "patches", "resource"),
                "write `patches: merge`"
            )
        }
        let foreign = [Self.form, Self.mergePatch, Self.jsonPatch]
        guard let wrong = media.first(where: { foreign.contains($0.essence) }) else { return nil }
        return (
            "a resource of JSON:API cannot be sent as '\(wrong)'",
            use.place(of: "media.patch", "media.sent", "media", "resource"),
            "write `media: application/vnd.api+json`"
        )
    }

    // MARK: - Constants

    /// Constants that stand where the entity does, or beside what has no place for them.
    private func constants(of use: ConventionsInUse) -> [Finding] {
        use.conventions.requests.flatMap { request -> [Finding] in
            let path = "requests.\(request.operation.rawValue).with"
            guard !request.constants.isEmpty else { return [] }
            if request.operation == .patch, use.conventions.patches == .jsonPatch {
                return [
                    (
                        "a JSON Patch is a list of operations, and has no place for constants",
                        use.place(of: path, "patches"),
                        "drop `with:`, or write `patches: merge`"
                    )
                ]
            }
            let sent = (request.sent ?? use.conventions.sent).map(KeyPathStep.steps) ?? []
            if request.operation == .synchronize, sent.isEmpty {
                return [
                    (
                        "what is created at once is an array, which has no place for constants",
                        use.place(of: path, "envelope"),
                        "say under which key the array stands with `sent:`, or drop `with:`"
                    )
                ]
            }
            return request.constants.filter { sent.first == .key($0.key) }.map { constant in
                (
                    "the constant '\(constant.key.shortened(to: 60))' would take the place of the "
                        + "entity, which is sent there",
                    use.pair(at: path).flatMap { key(constant.key, in: $0) }
                        ?? use.place(of: "requests.\(request.operation.rawValue).sent", "envelope"),
                    "give the constant another key, or say where the entity stands with `sent:`"
                )
            }
        }
    }

    private func key(_ key: String, in pair: YAMLPair) -> SourceRange? {
        guard case .mapping(let pairs) = pair.value.content else { return nil }
        return pairs.first { $0.key.scalarText == key }?.key.range
    }

    // MARK: - Header fields

    /// What repositories write into a request themselves.
    private static let ofRequests = HeaderField.ofOneRequest.union([
        "accept", "cache-control", "content-encoding", "content-type", "cookie",
    ])

    /// Header fields that something else writes, or that have a form of their own.
    private func header(of use: ConventionsInUse) -> [Finding] {
        var found: [Finding] = []
        if case .idempotencyKey(let name, _) = use.conventions.creation,
            let owner = owner(name, use)
        {
            found.append(
                (
                    "the header field '\(name)' \(owner), and can be no idempotency key",
                    use.place(of: "creation.idempotencyKey"),
                    "write the name that the service documents, such as Idempotency-Key"
                )
            )
        }
        if case .headerToken(let name, _) = use.conventions.paging?.style,
            let owner = owner(name, use)
        {
            found.append(
                (
                    "the header field '\(name)' \(owner), and can have no token of a page",
                    use.place(of: "paging.token"),
                    "write the name that the service documents, such as X-Next-Token"
                )
            )
        }
        if case .since(.header(let name), let cursor) = use.conventions.changes {
            found += question(name, cursor, of: use)
        }
        if case .header(let name) = use.conventions.paging?.style, name.lowercased() == "link" {
            found.append(
                (
                    "the header field 'Link' has addresses with what they lead to, and is no address",
                    use.place(of: "paging.header"),
                    "write `paging: link`, or `link: true` beside other keys"
                )
            )
        }
        return found
    }

    /// A question for changes by a header field.
    private func question(
        _ name: String,
        _ cursor: CheckedConventions.Changes.Cursor,
        of use: ConventionsInUse
    ) -> [Finding] {
        let isDate = name.lowercased() == "if-modified-since"
        if isDate, case .member = cursor {
            return [
                (
                    "'\(name)' has a date as header fields have it, which no property is that sorts",
                    use.place(of: "changes.cursor"),
                    "write `cursor: { header: Last-Modified }`"
                )
            ]
        }
        guard !isDate, let owner = owner(name, use) else { return [] }
        return [
            (
                "the header field '\(name)' \(owner), and cannot ask for changes",
                use.place(of: "changes.header"),
                "write the name that the service documents, such as If-Modified-Since"
            )
        ]
    }

    /// What has a header field of requests already, as a message says it.
    private func owner(_ name: String, _ use: ConventionsInUse) -> String? {
        let folded = name.lowercased()
        let ofAuthentication = use.api?.authentication.compactMap(\.value.headerName) ?? []
        let names = ["authorization", "proxy-authorization"] + ofAuthentication
        if names.contains(where: { $0.lowercased() == folded }) {
            return "says who sends a request"
        }
        if Self.ofRequests.contains(folded) { return "is written by the repository" }
        let isFixed = use.api?.headers.contains { $0.name.value.lowercased() == folded }
        return isFixed == true ? "is written by the headers of the API" : nil
    }
}

extension String {
    /// A media type without its parameters.
    fileprivate var essence: String {
        prefix { $0 != ";" }.split(separator: " ").joined().lowercased()
    }
}
