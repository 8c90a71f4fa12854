/// What the keys of the language are called elsewhere.
enum ForeignKey {
    /// The keys that are meant, in the order in which they are looked for, by another word for them in
    /// lower case without separators.
    private static let synonyms: [String: [String]] = [
        "pagination": ["paging"], "pages": ["paging"], "pager": ["paging"],
        "auth": ["authentication"], "security": ["authentication"],
        "authorization": ["authentication"], "credentials": ["authentication"],
        "failures": ["errors"], "exceptions": ["errors"], "errorresponses": ["errors"],
        "caching": ["cache"], "cachecontrol": ["cache"], "cachepolicy": ["cache"],
        "pagesize": ["sizeParameter", "paging"], "perpage": ["sizeParameter", "paging"],
        "params": ["query"], "parameters": ["query"], "queryparameters": ["query"],
        "queryparams": ["query"], "queries": ["query"], "search": ["query"],
        "pathparameters": ["path"], "pathparams": ["path"],
        "headerparameters": ["headers"], "headerparams": ["headers"],
        "url": ["baseURL", "path"], "uri": ["baseURL", "path"],
        "returns": ["response"], "returntype": ["response"], "result": ["response"],
        "output": ["response"],
        "request": ["body"], "requestbody": ["body"], "payload": ["body"], "input": ["body"],
        "fields": ["properties"], "attributes": ["properties"], "members": ["properties"],
        "columns": ["properties"], "props": ["properties"],
        "description": ["doc"], "summary": ["doc"], "comment": ["doc"],
        "services": ["apis"], "servers": ["apis"], "routes": ["endpoints"],
        "requests": ["endpoints"], "paths": ["endpoints"], "resources": ["entities"],
        "models": ["entities", "values"], "types": ["values"], "structs": ["values"],
        "objects": ["values"], "schemas": ["values"],
    ]

    /// What to write where `typed` is no key: it is one of identities alone.
    static let typed =
        "`typed` is a key of the identity of an entity: write `id: { type: Int, typed: true }` there, and "
        + "all that refers to the entity has its type"

    /// The hint for a key that has another name here.
    ///
    /// - Parameters:
    ///   - key: The key, as somebody wrote it.
    ///   - known: The keys of the mapping that it is in.
    ///   - misplaced: What to say of keys that belong elsewhere, by key.
    /// - Returns: The hint; nil where the key is no synonym of a key that is known.
    static func hint(
        for key: String,
        in known: [String],
        misplaced: [String: String]
    ) -> String? {
        guard let meant = synonyms[key.folded] else { return nil }
        let words = meant.filter(known.contains).map { "`\($0):`" }
        return words.isEmpty
            ? meant.lazy.compactMap { misplaced[$0] }.first
            : "write \(words.listed(by: "or"))"
    }
}
