import Diagnostics
import YAMLTree

/// Checks that the parts of conventions are compatible.
struct ConventionsCheck: SchemaCheck {
    /// A conflict: the message, the place and the hint.
    typealias Finding = (message: String, place: SourceRange?, hint: String)

    static let form = "application/x-www-form-urlencoded"
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

    /// The first invalid combination of media types, patches and resources.
    private func media(of use: ConventionsInUse) -> Finding? {
        let conventions = use.conventions
        let sent = conventions.sentMedia ?? "application/json"
        let patch = conventions.patchMedia ?? sent
        let isList = conventions.patches == .jsonPatch
        let places = use.place(of: "media.patch", "media.sent", "media", "patches", "resource")
        if [Self.mergePatch, Self.jsonPatch].contains(sent.essence) {
            return (
                "'\(sent)' is a media type of patches, but whole entities would use it, too",
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
                "a JSON Patch is an array of operations, which a form cannot contain",
                use.place(of: "patches", "media.patch", "media.sent", "media"),
                "write `media: { patch: \(Self.jsonPatch) }`, or `patches: merge`"
            )
        case (Self.mergePatch, true):
            return (
                "'\(patch)' is the media type of a merge patch, but the patches are JSON Patches",
                places,
                "write `patch: \(Self.jsonPatch)`, or `patches: merge`"
            )
        case (Self.jsonPatch, false):
            return (
                "'\(patch)' is the media type of a JSON Patch, but the patches are merge patches",
                places,
                "write `patches: jsonPatch`, or `patch: \(Self.mergePatch)`"
            )
        default: return nil
        }
    }

    /// A resource is JSON, and a resource changes it.
    private func mediaOfResources(
        of use: ConventionsInUse,
        _ media: [String],
        isList: Bool
    ) -> Finding? {
        if isList {
            return (
                "JSON:API updates a resource with a partial resource, not with a JSON Patch",
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

    /// Constants with the key of the entity, or in a body without room for them.
    private func constants(of use: ConventionsInUse) -> [Finding] {
        use.conventions.requests.flatMap { request -> [Finding] in
            let path = "requests.\(request.operation.rawValue).with"
            guard !request.constants.isEmpty else { return [] }
            if request.operation == .patch, use.conventions.patches == .jsonPatch {
                return [
                    (
                        "a JSON Patch is an array of operations, so it cannot contain constants",
                        use.place(of: path, "patches"),
                        "drop `with:`, or write `patches: merge`"
                    )
                ]
            }
            let sent = (request.sent ?? use.conventions.sent).map(KeyPathStep.steps) ?? []
            if request.operation == .synchronize, sent.isEmpty {
                return [
                    (
                        "entities created together are an array, which cannot contain constants",
                        use.place(of: path, "envelope"),
                        "set the key of the array with `sent:`, or drop `with:`"
                    )
                ]
            }
            return request.constants.filter { sent.first == .key($0.key) }.map { constant in
                (
                    "the constant '\(constant.key.shortened(to: 60))' would replace the entity, "
                        + "which is sent under that key",
                    use.pair(at: path).flatMap { key(constant.key, in: $0) }
                        ?? use.place(of: "requests.\(request.operation.rawValue).sent", "envelope"),
                    "give the constant another key, or set the key of the entity with `sent:`"
                )
            }
        }
    }

    private func key(_ key: String, in pair: YAMLPair) -> SourceRange? {
        guard case .mapping(let pairs) = pair.value.content else { return nil }
        return pairs.first { $0.key.scalarText == key }?.key.range
    }

    // MARK: - Header fields

    /// The fields that repositories set in requests.
    private static let ofRequests = HeaderField.ofOneRequest.union([
        "accept", "cache-control", "content-encoding", "content-type", "cookie",
    ])

    /// Header fields that something else sets, or that have a special form.
    private func header(of use: ConventionsInUse) -> [Finding] {
        var found: [Finding] = []
        if case .idempotencyKey(let name, _) = use.conventions.creation,
            let owner = owner(name, use)
        {
            found.append(
                (
                    "the header field '\(name)' \(owner), so it cannot be the idempotency key",
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
                    "the header field '\(name)' \(owner), so it cannot contain a page token",
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
                    "the header field 'Link' contains links with relations, not an address",
                    use.place(of: "paging.header"),
                    "write `paging: link`, or `link: true` next to other keys"
                )
            )
        }
        return found
    }

    /// A header field that requests changes.
    private func question(
        _ name: String,
        _ cursor: CheckedConventions.Changes.Cursor,
        of use: ConventionsInUse
    ) -> [Finding] {
        let isDate = name.lowercased() == "if-modified-since"
        if isDate, case .member = cursor {
            return [
                (
                    "'\(name)' requires an HTTP date, but the values of a cursor property must "
                        + "sort, and HTTP dates do not",
                    use.place(of: "changes.cursor"),
                    "write `cursor: { header: Last-Modified }`"
                )
            ]
        }
        guard !isDate, let owner = owner(name, use) else { return [] }
        return [
            (
                "the header field '\(name)' \(owner), so it cannot ask for changes",
                use.place(of: "changes.header"),
                "write the name that the service documents, such as If-Modified-Since"
            )
        ]
    }

    /// The owner of a header field of requests, for a message.
    private func owner(_ name: String, _ use: ConventionsInUse) -> String? {
        let folded = name.lowercased()
        let ofAuthentication = use.api?.authentication.compactMap(\.value.headerName) ?? []
        let names = ["authorization", "proxy-authorization"] + ofAuthentication
        if names.contains(where: { $0.lowercased() == folded }) {
            return "authenticates the request"
        }
        if Self.ofRequests.contains(folded) { return "is set by the repository" }
        let isFixed = use.api?.headers.contains { $0.name.value.lowercased() == folded }
        return isFixed == true ? "is set by the headers of the API" : nil
    }
}

extension String {
    /// A media type without its parameters.
    var essence: String {
        prefix { $0 != ";" }.split(separator: " ").joined().lowercased()
    }
}
