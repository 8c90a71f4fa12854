import Diagnostics

/// What a tag demands of its node; tags that are not of the core schema demand nothing.
struct TagResolution {
    /// The tags of the core schema, and all others.
    private enum Kind {
        case none
        case nonSpecific
        case string, integer, float, bool, null, sequence, mapping
        case foreign
    }

    private let kind: Kind

    /// Looks a resolved tag up.
    init(_ tag: String?) {
        kind =
            switch tag {
            case nil: .none
            case "!": .nonSpecific
            case "tag:yaml.org,2002:str": .string
            case "tag:yaml.org,2002:int": .integer
            case "tag:yaml.org,2002:float": .float
            case "tag:yaml.org,2002:bool": .bool
            case "tag:yaml.org,2002:null": .null
            case "tag:yaml.org,2002:seq": .sequence
            case "tag:yaml.org,2002:map": .mapping
            default: .foreign
            }
    }

    /// What a scalar with the tag means; nil where it is not what the tag says.
    func meaning(of scalar: YAMLEvent.Scalar) -> YAMLScalar.Meaning? {
        switch kind {
        case .none: return scalar.meaning
        case .nonSpecific, .string, .foreign: return .string
        case .sequence, .mapping: return nil
        case .integer, .float, .bool, .null: break
        }
        switch (kind, CoreSchema.meaning(of: scalar.text)) {
        case (.integer, .integer): return .integer
        case (.float, .integer), (.float, .float): return .float
        case (.bool, .bool(let value)): return .bool(value)
        case (.null, .null): return .null
        default: return nil
        }
    }

    /// Whether a sequence may have the tag.
    var allowsSequence: Bool {
        switch kind {
        case .none, .nonSpecific, .sequence, .foreign: true
        case .string, .integer, .float, .bool, .null, .mapping: false
        }
    }

    /// Whether a mapping may have the tag.
    var allowsMapping: Bool {
        switch kind {
        case .none, .nonSpecific, .mapping, .foreign: true
        case .string, .integer, .float, .bool, .null, .sequence: false
        }
    }

    /// Says that a node is not what its tag says.
    func mismatch(found: String, at range: SourceRange) -> Diagnostic {
        let expected =
            switch kind {
            case .string: "a text for its tag !!str"
            case .integer: "an integer for its tag !!int"
            case .float: "a number for its tag !!float"
            case .bool: "true or false for its tag !!bool"
            case .null: "null or nothing for its tag !!null"
            case .sequence: "a list for its tag !!seq"
            case .mapping: "a mapping for its tag !!map"
            case .none, .nonSpecific, .foreign: "what its tag says"
            }
        return Diagnostic(
            rule: YAMLRule.tagMismatch,
            "found \(found), expected \(expected)",
            at: range
        )
    }
}
