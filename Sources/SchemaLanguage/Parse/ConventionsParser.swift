import Diagnostics
import YAMLTree

/// Parses the conventions of a service for repositories.
enum ConventionsParser {
    /// Parses conventions: a name, or a mapping that can be based on a profile.
    static func parse(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> ConventionsDeclaration {
        var declaration = ConventionsDeclaration(node)
        let mistakes = context.diagnostics.count
        if case .scalar = node.content {
            declaration.like = name(node, in: &context)
            declaration.isWhole = context.diagnostics.count == mistakes
            return declaration
        }
        let what = "the conventions"
        let hint = "write `conventions: jsonAPI` or `conventions: { envelope: data }`"
        guard var mapping = MappingReader(node, what: what, hint: hint, in: &context) else {
            declaration.isWhole = false
            return declaration
        }
        declaration.like = mapping.optional("like").flatMap { name($0, in: &context) }
        declaration.own = own(&mapping, in: &context)
        mapping.finish(in: &context, foreign: foreignKeys)
        declaration.isWhole = context.diagnostics.count == mistakes
        return declaration
    }

    /// Keys of conventions that some authors write next to them.
    static let keys = [
        "like", "media", "envelope", "resource", "requests", "paging", "versions", "tombstone",
        "changes", "patches", "errors", "creation", "backoff", "batch",
    ]

    /// The hints for these keys next to conventions.
    static let keysBeside = Dictionary(
        uniqueKeysWithValues: keys.map {
            ($0, "it is a key of conventions: write `conventions: { \($0): … }`")
        }
    )

    /// Keys of the level above conventions, and of the level below one of their keys.
    private static let foreignKeys: [String: String] = {
        let above = ["authentication", "headers", "keys", "dates", "baseURL"]
        let below = [
            "size": "paging", "sizeParameter": "paging", "total": "paging", "page": "paging",
            "next": "paging", "token": "paging", "filter": "query", "sort": "query",
            "limit": "query", "create": "requests", "update": "requests", "delete": "requests",
        ]
        let pairs = above.map { ($0, "it is a key of the API, next to `conventions:`") }
        return Dictionary(uniqueKeysWithValues: pairs).merging(
            below.mapValues { "it is a key of `\($0):`" }
        ) { $1 }
    }()

    /// Parses the conventions in addition to a profile.
    static func own(
        _ mapping: inout MappingReader,
        in context: inout ParseContext
    ) -> CheckedConventions {
        var own = CheckedConventions()
        if let node = mapping.optional("media") { media(node, &own, in: &context) }
        if let node = mapping.optional("requests") {
            own.requests = ConventionalRequestParser.parse(node, in: &context)
        }
        if let node = mapping.optional("envelope") { envelope(node, &own, in: &context) }
        if let node = mapping.optional("resource") {
            let form: ResourceForm? = context.word(node, what: "resource")
            own.isJSONAPI = form.map { $0 == .jsonAPI }
        }
        own.paging = mapping.optional("paging").flatMap { PagingParser.parse($0, in: &context) }
        if let node = mapping.optional("query") {
            own.query = QueryDialectParser.parse(node, in: &context)
        }
        own.versions = mapping.optional("versions").flatMap { versions($0, in: &context) }
        own.tombstone = mapping.optional("tombstone").flatMap {
            TombstoneParser.parse($0, in: &context)
        }
        own.changes = mapping.optional("changes").flatMap { ChangesParser.parse($0, in: &context) }
        own.patches = mapping.optional("patches").flatMap { patches($0, in: &context) }
        if let node = mapping.optional("errors") { own.errors = errors(node, in: &context) }
        own.creation = mapping.optional("creation").flatMap { creation($0, in: &context) }
        own.backoff = mapping.optional("backoff").flatMap { backoff($0, in: &context) }
        if let node = mapping.optional("batch") { own.batch = batch(node, in: &context) }
        return own
    }

    /// The name of a header field, in place of which some authors write a time.
    private static func backoff(_ node: YAMLNode, in context: inout ParseContext) -> String? {
        let text = node.scalarText
        if text == "none" { return "" }
        let isLimit = text?.lowercased().contains("ratelimit") == true
        guard text == nil || text == "true" || text?.first?.isNumber == true || isLimit else {
            return context.headerName(node, mayBeNone: true)
        }
        context.report(
            .invalidValue,
            "expected the name of a header field for backoff, found \(node.kindDescription)",
            at: node.range,
            hint: isLimit
                ? "it reports a limit with every response, and requests no pause; `Retry-After` of "
                    + "a rejected request is always honored"
                : "write `backoff: Backoff`; the service sends the duration in it"
        )
        return nil
    }

    /// The form of an entity.
    enum ResourceForm: String, CaseIterable {
        case plain, jsonAPI
    }

    /// How changes are written, as a word, for which some authors write a media type or the number
    /// of its standard.
    private static func patches(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.PatchForm? {
        let media = "`media: { patch: … }` sets its media type"
        let merge = "write merge, an object with the changes; \(media)"
        let array = "write jsonPatch, an array of operations; \(media)"
        guard case .scalar = node.content else {
            context.reportKind(
                of: node,
                what: "patches",
                expected: "merge or jsonPatch",
                hint:
                    "write `patches: merge`, an object with the changes, or `patches: jsonPatch`, "
                    + "an array of operations"
            )
            return nil
        }
        var foreign: [String: String] = [:]
        for word in ["mergePatch", "merge-patch", "application/merge-patch+json", "rfc7396"] {
            foreign[word] = merge
        }
        for word in ["json-patch", "json_patch", "application/json-patch+json", "rfc6902"] {
            foreign[word] = array
        }
        for word in ["none", "false", "put"] {
            foreign[word] = "leave patch out of `remote:` if the service does not support it"
        }
        return context.word(node, what: "patches", foreign: foreign)
    }

    private static func name(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> Located<String>? {
        guard let name = context.text(node, what: "the name of conventions") else { return nil }
        let known = ConventionsProfile.names
        if known.contains(name.value) { return name }
        context.report(
            .invalidValue,
            "unknown conventions '\(name.value.shortened(to: 60))'",
            at: name.range,
            hint: NearestSpelling.hint(for: name.value, in: known)
                ?? "the profiles are \(known.listed(by: "and")); see `repogen conventions`"
        )
        return nil
    }

    private static func versions(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Versions? {
        guard case .mapping = node.content else {
            let etag = "write `versions: etag`; it is sent back as `If-Match`"
            var foreign = ["If-Match": etag, "If-None-Match": etag, "header": etag, "true": etag]
            if let text = node.scalarText, foreign[text] == nil, text != "false" {
                foreign[text] =
                    "write `versions: etag`, or `versions: { key: \(text.shortened(to: 40)) }` if "
                    + "a property contains it"
            }
            let word: VersionWord? = context.word(node, what: "versions", foreign: foreign)
            return word.map { $0 == .none ? .none : .entityTag }
        }
        guard var mapping = MappingReader(node, what: "versions", in: &context) else { return nil }
        let key = mapping.required("key", hint: "write `versions: { key: _etag }`").flatMap {
            context.keyPath($0, what: "the key of the version")
        }
        let isQuoted = mapping.optional("quoted").flatMap { context.bool($0, what: "quoted") }
        let isNamed = mapping.pairs.first?.value.scalarText.flatMap { $0.isEmpty ? nil : $0 }
        let named = "write `key: \((isNamed ?? "_etag").shortened(to: 40))`"
        mapping.finish(
            in: &context,
            foreign: [
                "body": named, "property": named, "field": named, "path": named, "member": named,
                "header": "write `versions: etag`, which is the header field `ETag`",
            ],
            whole: "write `versions: { key: _etag }`"
        )
        return key.map { .member($0, isQuoted: isQuoted ?? false) }
    }

    /// How versions are identified, as a word.
    enum VersionWord: String, CaseIterable {
        case none, etag
    }

    private static func errors(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Errors {
        var errors = CheckedConventions.Errors()
        let hint = "write `errors: { message: message }`"
        guard var mapping = MappingReader(node, what: "the errors", hint: hint, in: &context)
        else { return errors }
        let keys: [(String, WritableKeyPath<CheckedConventions.Errors, String?>)] = [
            ("code", \.code), ("fields", \.fields),
            ("fieldKey", \.fieldKey), ("fieldMessage", \.fieldMessage),
            ("current", \.current),
        ]
        errors.messages = mapping.optional("message").map { messages($0, in: &context) }
        for (key, path) in keys {
            errors[keyPath: path] = mapping.optional(key).flatMap {
                context.keyPath($0, what: key, mayBeWhole: key == "fields")
            }
        }
        mapping.finish(
            in: &context,
            misplaced: {
                $0.key.isStatus || $0.key.scalarText == "default"
                    ? EndpointParser.placeOfFailures : nil
            }
        )
        return errors
    }

    /// One key path, or a list of those that are searched for the message.
    private static func messages(_ node: YAMLNode, in context: inout ParseContext) -> [String] {
        guard case .sequence(let elements) = node.content, !elements.isEmpty else {
            return [context.keyPath(node, what: "message")].compactMap(\.self)
        }
        return elements.compactMap { context.keyPath($0, what: "an element of message") }
    }

    private static func creation(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.CreationCheck? {
        guard case .mapping = node.content else {
            let word: CreationWord? = context.word(node, what: "creation")
            return word.map { $0 == .identity ? .identity : .comparison }
        }
        guard var mapping = MappingReader(node, what: "creation", in: &context) else { return nil }
        let header = mapping.required(
            "idempotencyKey",
            hint: "write `creation: { idempotencyKey: Idempotency-Key }`"
        ).flatMap { context.headerName($0) }
        let lifetime = mapping.optional("lifetime").flatMap {
            context.seconds($0, what: "the lifetime of a key")
        }
        mapping.finish(
            in: &context,
            whole: "write `creation: { idempotencyKey: Idempotency-Key }`"
        )
        return header.map { .idempotencyKey(header: $0, lifetime: lifetime) }
    }

    private static func batch(
        _ node: YAMLNode,
        in context: inout ParseContext
    ) -> CheckedConventions.Batch {
        let hint =
            "write `batch: { path: batch, limit: 25 }` for several requests in one, or `batch: { "
            + "limit: 25 }` for an array of at most that length"
        guard var mapping = MappingReader(node, what: "a batch", hint: hint, in: &context)
        else { return CheckedConventions.Batch() }
        let path = mapping.optional("path").flatMap { batchPath($0, in: &context) }
        let limit = mapping.optional("limit").flatMap {
            context.number($0, what: "limit", from: 1)
        }
        mapping.finish(in: &context, whole: hint)
        return CheckedConventions.Batch(path: path, limit: limit)
    }

    /// The path of a request that contains others; empty for `none`.
    private static func batchPath(_ node: YAMLNode, in context: inout ParseContext) -> String? {
        if node.scalarText == "none" { return "" }
        let expected = "a path such as batch"
        let what = "the path of a batch"
        guard let path = context.name(node, what: what, expected: expected, mayBeNone: true)
        else { return nil }
        do throws(PathTemplate.Problem) {
            let template = try PathTemplate("/" + path.value.trimmingSlashes)
            let isThere = !path.value.trimmingSlashes.isEmpty && !path.value.contains("//")
            guard template.placeholders.isEmpty, isThere else {
                throw PathTemplate.Problem(
                    message: "the path of a batch is constant text after the base URL, such as "
                        + "batch"
                )
            }
        } catch {
            context.report(.invalidPath, error.message, at: path.range, hint: error.hint)
            return nil
        }
        return path.value.trimmingSlashes
    }

    /// How to find out whether a creation succeeded, as a word.
    enum CreationWord: String, CaseIterable {
        case comparison, identity
    }
}
