/// The names of keys in other languages.
enum ForeignKey {
    /// The keys for a word of another language, in the order in which they are tried; the words are
    /// in lower case without separators.
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
        "models": ["entities", "values"], "types": ["values", "cases"], "structs": ["values"],
        "objects": ["values"], "schemas": ["values"],
        "enum": ["cases"], "oneof": ["cases"], "anyof": ["cases"], "variants": ["cases"],
        "alternatives": ["cases"], "type": ["swift"], "entities": ["entity"], "model": ["entity"],
        "mediatype": ["media"], "contenttype": ["media"], "mimetype": ["media"],
    ]

    /// The hint for `typed` where it is not a key: only identities have it.
    static let typed =
        "`typed` is only a key of the identity of an entity: write it there, as in "
        + "`id: { type: Int, typed: true }`, and all references to the entity have its type"

    /// The hint for a key that has another name here.
    ///
    /// - Parameters:
    ///   - key: The key as written.
    ///   - known: The keys of the mapping that contains it.
    ///   - misplaced: The hints for keys that belong elsewhere, by key.
    /// - Returns: The hint; nil if the key is no synonym of a known key.
    static func hint(
        for key: String,
        in known: [String],
        misplaced: [String: String]
    ) -> String? {
        let words = keys(meantBy: key, in: known).map { "`\($0):`" }
        return words.isEmpty
            ? synonyms[key.folded]?.lazy.compactMap { misplaced[$0] }.first
            : "write \(words.listed(by: "or"))"
    }

    /// The known keys that a key of another language may stand for.
    static func keys(meantBy key: String, in known: [String]) -> [String] {
        (synonyms[key.folded] ?? []).filter(known.contains)
    }
}
