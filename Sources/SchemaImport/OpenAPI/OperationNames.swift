/// Names operations by their cleaned-up IDs, or by method and path.
enum OperationNames {
    /// The names of operations: if several have the same cleaned-up name, the resource is added to
    /// each.
    static func names(of operations: [OpenAPIOperation]) -> [String] {
        var names = operations.map(name(of:))
        let groups = Dictionary(grouping: names.indices) { index in
            NameTable.typeName(names[index])?.lowercased() ?? ""
        }
        for group in groups.values where group.count > 1 {
            let cleaned = group.filter { names[$0] != operations[$0].identity }
            guard cleaned.count > 1 else { continue }
            for depth in 1...4 {
                let longer = cleaned.map { index in
                    named(names[index], operations[index], depth: depth)
                }
                guard Set(longer).count == cleaned.count else { continue }
                for (index, name) in zip(cleaned, longer) { names[index] = name }
                break
            }
        }
        return names
    }

    /// A name with the last nouns of the path that it lacks.
    private static func named(
        _ name: String,
        _ operation: OpenAPIOperation,
        depth: Int
    ) -> String {
        let words = Set(NameWords(name).words.map { NounForm.singular($0.lowercased()) })
        var nouns = nouns(of: operation)
        if operation.method == "post", let last = nouns.popLast() {
            nouns.append(NounForm.singular(last))
        }
        let new = nouns.suffix(depth).filter { noun in
            !NameWords(noun).words.allSatisfy {
                words.contains(NounForm.singular($0.lowercased()))
            }
        }
        return ([name] + new).joined(separator: " ")
    }

    /// The nouns of the constant path segments; the one before a parameter is in singular.
    private static func nouns(of operation: OpenAPIOperation) -> [String] {
        let segments = operation.path.split(separator: "/").map(String.init)
        return segments.enumerated().compactMap { index, segment in
            guard !segment.hasPrefix("{"), !isPrefix(segment) else { return nil }
            let isOne = index + 1 < segments.count && segments[index + 1].hasPrefix("{")
            return isOne ? NounForm.singular(segment) : segment
        }
    }

    /// The name of an operation as a type: `GetUser`.
    private static func name(of operation: OpenAPIOperation) -> String {
        guard let identity = operation.identity else { return name(ofPath: operation) }
        let words = NameWords(identity).words
        let path = NameWords(operation.path).words.map { $0.lowercased() }
        var rest = words.map { $0.lowercased() }
        var kept = words
        // FastAPI appends the path and the method: `read_item_items__item_id__get`.
        let hasMethod = rest.last == operation.method && rest.count > path.count + 1
        if hasMethod {
            rest.removeLast()
            kept.removeLast()
        }
        guard !path.isEmpty, rest.count > path.count, rest.suffix(path.count) == path[...] else {
            return identity
        }
        kept.removeLast(path.count)
        if hasMethod { return kept.joined(separator: " ") }
        // Others join the method and the path: `get_api_v1_users__id_`.
        let isMade =
            identity.contains("_")
            && (path.count > 2 || identity.contains("__") || identity.hasSuffix("_"))
        return isMade && kept.map { $0.lowercased() } == [operation.method]
            ? name(ofPath: operation) : identity
    }

    /// The name of an operation by its action and resource: `ListUserPosts`.
    static func name(ofPath operation: OpenAPIOperation) -> String {
        let segments = operation.path.split(separator: "/").map(String.init)
        let fixed = segments.enumerated().filter { index, segment in
            !segment.hasPrefix("{") && !isPrefix(segment)
        }
        let endsInParameter = segments.last?.hasPrefix("{") == true
        var nouns = nouns(of: operation)
        if nouns.isEmpty { nouns = ["root"] }
        let isCollection =
            !endsInParameter && fixed.last.map { NounForm.isPlural($0.element) } == true
        let verb: String
        switch operation.method {
        case "get": verb = isCollection ? "list" : "get"
        case "post":
            verb = "create"
            if isCollection, let last = nouns.popLast() { nouns.append(NounForm.singular(last)) }
        case "put": verb = "update"
        case "patch": verb = "patch"
        default: verb = operation.method
        }
        return ([verb] + nouns.suffix(3)).joined(separator: " ")
    }

    /// Whether a segment does not name a resource: `api`, `v1`.
    static func isPrefix(_ segment: String) -> Bool {
        let segment = segment.lowercased()
        if segment == "api" || segment == "rest" { return true }
        guard segment.hasPrefix("v") else { return false }
        // Numbers separated by dots or underscores.
        return segment.dropFirst().split(omittingEmptySubsequences: false) { "._".contains($0) }
            .allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
    }
}
