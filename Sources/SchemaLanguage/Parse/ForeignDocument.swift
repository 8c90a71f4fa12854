import YAMLTree

/// A document of another language for data or services, recognized by a key.
struct ForeignDocument {
    /// Its language, with an article.
    let kind: String
    /// The hint.
    let hint: String
    /// The key that identifies it.
    let key: YAMLNode

    /// Recognizes a document by its keys, even if the version of a schema was added to it.
    ///
    /// - Returns: Nil if it is not known to be foreign.
    init?(_ pairs: [YAMLPair]) {
        func pair(_ keys: [String]) -> YAMLPair? {
            pairs.first { $0.key.scalarText.map(keys.contains) == true }
        }
        // With the version and declarations, it is a schema with a foreign part.
        if pair(["repogen"]) != nil, pair(SchemaParser.keys.filter { $0 != "repogen" }) != nil {
            return nil
        }
        if let pair = pair(["openapi", "swagger"]) {
            self.init("an OpenAPI document", Self.imported("openapi"), pair.key)
        } else if let pair = pair(["asyncapi"]) {
            let hint =
                "write a schema of what your app needs from the service, which starts with "
                + "`\(SchemaParser.heading)`; AsyncAPI documents are not supported"
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
        "convert it to a schema: `repogen import \(command) FILE --output SCHEMA`"
    }

    private init(_ kind: String, _ hint: String, _ key: YAMLNode) {
        self.kind = kind
        self.hint = hint
        self.key = key
    }

    /// Whether a key identifies a JSON Schema: an editor's `$schema` in one of our schemas refers
    /// to another one, and a key such as `definitions` may be next to our keys.
    private static func isJSONSchema(_ pair: YAMLPair, _ pairs: [YAMLPair]) -> Bool {
        if pair.key.scalarText == "$schema" {
            return pair.value.scalarText?.contains("json-schema.org") == true
        }
        let keys = SchemaParser.keys.filter { $0 != "repogen" }
        return !pairs.contains { $0.key.scalarText.map(keys.contains) == true }
    }
}
