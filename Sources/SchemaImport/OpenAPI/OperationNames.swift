/// Names operations: by their identities, cleaned up, or by method and path.
enum OperationNames {
    /// The name of an operation as a type: `GetUser`.
    static func name(of operation: OpenAPIOperation) -> String {
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
        // Others make one of the method and the path: `get_api_v1_users__id_`.
        let isMade =
            identity.contains("_")
            && (path.count > 2 || identity.contains("__") || identity.hasSuffix("_"))
        return isMade && kept.map { $0.lowercased() } == [operation.method]
            ? name(ofPath: operation) : identity
    }

    /// The name by what an operation does to which resource: `ListUserPosts`.
    static func name(ofPath operation: OpenAPIOperation) -> String {
        let segments = operation.path.split(separator: "/").map(String.init)
        let fixed = segments.enumerated().filter { index, segment in
            !segment.hasPrefix("{") && !isPrefix(segment)
        }
        let endsInParameter = segments.last?.hasPrefix("{") == true
        var nouns = fixed.map { index, segment in
            // What stands before a parameter is one of many.
            let isOne = index + 1 < segments.count && segments[index + 1].hasPrefix("{")
            return isOne ? NounForm.singular(segment) : segment
        }
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

    /// Whether a segment says nothing of the resource: `api`, `v1`.
    static func isPrefix(_ segment: String) -> Bool {
        ["api", "rest"].contains(segment.lowercased())
            || segment.lowercased().wholeMatch(of: /v[0-9]+([._][0-9]+)*/) != nil
    }
}
