/// The targets of a fuzzer, with the laws for every input.
///
/// `Scripts/fuzz` runs a target for a while; the tests run it on every stored input.
enum FuzzTarget: String, CaseIterable, Sendable {
    /// The YAML parser.
    case yaml
    /// The JSON parser, compared with that of the runtime.
    case json
    /// The grammar of types and defaults, in a schema.
    case types
    /// The runtime's parser, for any JSON value.
    case values
    /// The runtime's conversions of a generated value, from bytes and from dictionaries.
    case samples
    /// The imports of OpenAPI documents and JSON Schemas.
    case `import`
    /// The inference from bodies and recordings.
    case infer

    /// Runs the target once.
    ///
    /// - Parameter bytes: Any bytes.
    /// - Throws: ``BrokenLaw`` if a law is violated.
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

/// The violation of a law by an input.
struct BrokenLaw: Error, CustomStringConvertible {
    /// The violated law.
    let description: String

    /// Creates the error.
    init(_ description: String) {
        self.description = description
    }

    /// Throws if a law is violated.
    static func unless(
        _ holds: Bool,
        _ description: @autoclosure () -> String
    ) throws(BrokenLaw) {
        if !holds { throw BrokenLaw(description()) }
    }
}
