import SchemaImport

/// Names requests by their method and path.
struct OperationNames {
    /// The path components, without the common prefix of the service; nil is a parameter.
    let path: [String?]

    /// The names in the path, without a leading version.
    private var nouns: [String] {
        let names = path.compactMap(\.self)
        let nouns = Array(names.drop(while: Self.isPrefix))
        return nouns.isEmpty ? names : nouns
    }

    /// Whether a path component is a prefix and not a collection: `api`, `v2`.
    static func isPrefix(_ part: String) -> Bool {
        ["api", "rest", "services", "public"].contains(part.lowercased())
            || part.wholeMatch(of: /v[0-9]+(\.[0-9]+)?/) != nil
    }

    /// Whether the path ends in a parameter.
    var isOfItem: Bool { path.last == .some(nil) }

    /// The type name of the path's resource.
    var noun: String {
        NounForm.singular(nouns.last ?? "Root")
    }

    /// The name of the request.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - isList: Whether the response is a list.
    /// - Returns: The name, for example `ListUserPosts`.
    func name(method: String, isList: Bool) -> String {
        let owners = nouns.dropLast().map { type(NounForm.singular($0)) }.joined()
        let last = nouns.last ?? "Root"
        let one = owners + type(NounForm.singular(last))
        switch method {
        case "GET":
            return isList && !isOfItem
                ? "List" + owners + type(last) : "Get" + (isOfItem ? one : owners + type(last))
        case "POST":
            if NounForm.isPlural(last), !isOfItem { return "Create" + one }
            return isOfItem ? "Post" + one : type(last) + owners
        case "PUT": return "Update" + one
        case "PATCH": return "Change" + one
        default: return "Delete" + one
        }
    }

    /// The names of the path parameters, by position.
    var parameters: [Int: String] {
        var names: [Int: String] = [:]
        var taken: Set<String> = []
        for position in path.indices where path[position] == nil {
            let owner = position > 0 ? path[position - 1] : nil
            let isLast = position == path.count - 1
            let stem = owner.map { NounForm.singular($0) } ?? "value"
            var name = isLast ? "id" : PropertyNaming.parameters.named(stem + "_id").name
            var number = 2
            while !taken.insert(name).inserted {
                name = "\(stem)\(number)"
                number += 1
            }
            names[position] = name
        }
        return names
    }

    private func type(_ text: String) -> String { NameTable.typeName(text) ?? "" }
}
