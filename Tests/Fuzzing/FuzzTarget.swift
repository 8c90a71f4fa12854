/// What a fuzzer calls with bytes that it made up, and what must hold of each.
///
/// `Scripts/fuzz` runs a target for a while; the tests run it on every kept input.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// The reader of trees, of YAML.
    case yaml
    /// The reader of trees, of JSON, held against the runtime's reader.
    case json
    /// The grammar of types and defaults, in a schema.
    case types
    /// The runtime's reader, of any JSON value.
    case values
    /// The runtime's conversions of a generated value, from bytes and from dictionaries.
    case samples
    /// The imports, of a document of OpenAPI or a JSON Schema.
    case `import`
    /// Inference, from bodies or a recording.
    case infer

    /// Runs the target once.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Throws: ``BrokenLaw`` where something that must hold does not.
    func run(_ bytes: [UInt8]) throws(BrokenLaw) {
        switch self {
        case .yaml: try TreeLaws.check(bytes, path: "fuzz.yaml")
        case .json: try TreeLaws.checkJSON(bytes)
        case .types: try SchemaLaws.check(bytes)
        case .values: try ValueLaws.check(bytes)
        case .samples: try SampleLaws.check(bytes)
        case .import: try ImportLaws.check(bytes)
        case .infer: try InferenceLaws.check(bytes)
        }
    }
}

/// Something that must hold of any input, and does not of one.
struct BrokenLaw: Error, CustomStringConvertible {
    /// What does not hold.
    let description: String

    /// Makes the error.
    init(_ description: String) {
        self.description = description
    }

    /// Throws where a law is broken.
    static func unless(
        _ holds: Bool,
        _ description: @autoclosure () -> String
    ) throws(BrokenLaw) {
        if !holds { throw BrokenLaw(description()) }
    }
}
