import YAMLTree

/// A document of another language that describes data or services, by the key that tells it.
struct ForeignDocument {
    /// What it is, with its article.
    let kind: String
    /// What to do with it.
    let hint: String
    /// What tells it.
    let key: YAMLNode

    /// Knows a document by its keys, whether somebody has added the version of a schema or not.
    ///
    /// - Returns: nil where it is not known to be foreign.
    init?(_ pairs: [YAMLPair]) {
        func pair(_ keys: [String]) -> YAMLPair? {
            pairs.first { $0.key.scalarText.map(keys.contains) == true }
        }
        // With the version and declarations it is a schema, in which something foreign stands.
        if pair(["repogen"]) != nil, pair(SchemaParser.keys.filter { $0 != "repogen" }) != nil {
            return nil
        }
        if let pair = pair(["openapi", "swagger"]) {
            self.init("an OpenAPI document", Self.imported("openapi"), pair.key)
        } else if let pair = pair(["asyncapi"]) {
            let hint =
                "write what your app needs of the service, as a schema, which starts with "
                + "`\(SchemaParser.heading)`; documents of AsyncAPI are not read"
            self.init("an AsyncAPI document", hint, pair.key)
        } else if let pair = pair(["$schema", "$id", "$defs", "definitions"]),
            Self.isJSONSchema(pair, pairs)
        {
            self.init("a JSON Schema", Self.imported("jsonschema"), pair.key)
        } else if let type = pair(["type"]), type.value.scalarText == "object",
            pair(["properties"]) != nil, pair(SchemaParser.keys.filter { $0 != "repogen" }) == nil
        {
            self.init("a JSON Schema", Self.imported("jsonschema"), type.key)
        } else {
            return nil
        }
    }

    private static func imported(_ command: String) -> String {
        "make a schema of it: `repogen import \(command) FILE --output SCHEMA`"
    }

    private init(_ kind: String, _ hint: String, _ key: YAMLNode) {
        self.kind = kind
        self.hint = hint
        self.key = key
    }

    /// Whether a key says so: an editor's `$schema` in a schema of ours leads elsewhere, and what else
    /// might be called `definitions` stands beside keys of ours.
    private static func isJSONSchema(_ pair: YAMLPair, _ pairs: [YAMLPair]) -> Bool {
        if pair.key.scalarText == "$schema" {
            return pair.value.scalarText?.contains("json-schema.org") == true
        }
        let keys = SchemaParser.keys.filter { $0 != "repogen" }
        return !pairs.contains { $0.key.scalarText.map(keys.contains) == true }
    }
}
