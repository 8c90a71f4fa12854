import YAMLTree

/// The names of types in other languages: in OpenAPI, SQL, GraphQL, Django, Prisma and programming
/// languages.
enum ForeignType {
    /// The type to write instead, by the name in lower case.
    static let names = [
        "string": "String", "str": "String", "text": "String", "varchar": "String",
        "integer": "Int", "int": "Int", "long": "Int64", "number": "Double", "float64": "Double",
        "boolean": "Bool", "bool": "Bool", "datetime": "Date", "timestamp": "Date",
        "any": "JSON", "object": "JSON", "anyobject": "JSON", "uri": "URL", "guid": "UUID",
        "bytes": "Data", "blob": "Data", "array": "[T]", "list": "[T]",
        "dictionary": "{ String: T }",
        "map": "{ String: T }", "dict": "{ String: T }", "hash": "{ String: T }",
        "char": "String", "character": "String", "time": "String", "byte": "UInt8", "set": "[T]",
        "file": "Data", "binary": "Data", "bigint": "Int64", "money": "Decimal",
        "short": "Int16", "uint": "UInt64", "ulong": "UInt64",
        "i8": "Int8", "i16": "Int16", "i32": "Int32", "i64": "Int64",
        "u8": "UInt8", "u16": "UInt16", "u32": "UInt32", "u64": "UInt64",
        "f32": "Float", "f64": "Double",
    ]

    /// The type to write instead of a type of OpenAPI or JSON Schema with a format; by both.
    static let formats: [String: [String: String]] = [
        "string": [
            "date-time": "Date", "date": "Day", "uuid": "UUID", "uri": "URL", "url": "URL",
            "byte": "Data", "binary": "Data", "email": "String", "hostname": "String",
            "password": "String", "time": "String",
        ],
        "integer": ["int32": "Int32", "int64": "Int64"],
        "number": ["float": "Float", "double": "Double", "decimal": "Decimal"],
    ]

    /// Type names with further text after them: `varchar(255)`, `BIGINT PRIMARY KEY`.
    private static let columns = [
        "nvarchar": "String", "numeric": "Decimal",
        "bigserial": "Int64", "serial": "Int", "smallint": "Int16",
        "tinyint": "Int8", "real": "Double", "float": "Double",
        "timestamptz": "Date", "datetime2": "Date", "date": "Day", "jsonb": "JSON",
        "charfield": "String", "textfield": "String", "slugfield": "String",
        "emailfield": "String", "integerfield": "Int", "autofield": "Int",
        "bigautofield": "Int64", "bigintegerfield": "Int64", "booleanfield": "Bool",
        "floatfield": "Double", "decimalfield": "Decimal", "datetimefield": "Date",
        "datefield": "Day", "uuidfield": "UUID", "urlfield": "URL", "jsonfield": "JSON",
        "filefield": "URL", "imagefield": "URL",
    ]

    private static let references: Set = [
        "foreignkey", "onetoonefield", "belongsto", "references", "hasone",
    ]

    private static let listsOfReferences: Set = ["hasmany", "manytomanyfield", "manytomany"]

    /// The hint for a text that starts with a type and continues; nil if the type is unknown.
    static func hint(forText text: String) -> String? {
        if let type = formats["string"]?[text.lowercased()] { return "write \(type)" }
        let head = text.prefix { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "." }
        guard let last = head.split(separator: ".").last else { return nil }
        let word = last.lowercased()
        let rest = text.dropFirst(head.count)
        let lowered = rest.lowercased()
        if references.contains(word) || listsOfReferences.contains(word) {
            let target = rest.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.first
                .map(String.init)
            let type = (target.map { $0.prefix(1).uppercased() + $0.dropFirst() } ?? "User") + ".ID"
            return "a reference is the identity of an entity: write "
                + (references.contains(word) ? type : "[\(type)]")
        }
        let own = PrimitiveType.allCases.map(\.rawValue).first { $0.lowercased() == word }
        guard let type = columns[word] ?? own ?? names[word] else { return nil }
        if lowered.contains("primary key") || lowered.contains("@id") {
            return "write \(type); the identity of an entity is its `id:`, next to the properties"
        }
        if lowered.contains("not null") {
            return "write \(type), which is never null without a '?'"
        }
        if lowered.hasPrefix("("), type == PrimitiveType.string.rawValue {
            let length = rest.split { !$0.isNumber }.first.flatMap { Int($0) }
            return length.map { "write `{ type: String, maxLength: \($0) }`" } ?? "write String"
        }
        if lowered.hasPrefix("(") {
            return "write \(type); its length or precision is not declared"
        }
        if lowered.contains("@") {
            return "write \(type); attributes with '@' are keys here, such as `default:`"
        }
        return nil
    }

    /// The hint for an OpenAPI description of a type in place of a property, by its keys.
    static func hint(forDescription pairs: [YAMLPair], of property: String) -> String? {
        func value(_ key: String) -> YAMLNode? {
            pairs.first { $0.key.scalarText == key }?.value
        }
        if let reference = value("$ref") {
            let name = reference.scalarText?.split(separator: "/").last.map(String.init)
            return "write the name of the type: `\(property): \(name?.shortened(to: 60) ?? "User")`"
        }
        if value("oneOf") ?? value("anyOf") != nil {
            return
                "a value of several types is a union: declare it under `unions:`, and write its name"
        }
        if value("allOf") != nil {
            return
                "declare a value with all the properties under `values:`, with `include:` for "
                + "those of mixins, and write its name"
        }
        if let type = value("additionalProperties") {
            let name = type.scalarText.flatMap { names[$0.lowercased()] ?? $0 } ?? "T"
            return "a dictionary is `\(property): { String: \(name.shortened(to: 60)) }`"
        }
        if value("enum") != nil { return enumeration }
        if value("items") != nil { return array(property) }
        return nil
    }

    /// The hint for cases in place of a type.
    static let enumeration = "declare its cases under `enums:`, and write its name as the type"

    /// The hint for a property with a description of its elements.
    static func array(_ property: String) -> String {
        "an array is written `\(property): [T]`, with the type of its elements"
    }
}
