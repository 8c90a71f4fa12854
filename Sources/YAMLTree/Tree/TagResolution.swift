import Diagnostics

/// The kind of node that a tag requires; tags outside of the core schema require nothing.
struct TagResolution {
    /// The tags of the core schema, and all others.
    private enum Kind {
        case none
        case nonSpecific
        case string, integer, float, bool, null, sequence, mapping
        case foreign
    }

    private let kind: Kind

    /// Looks up a resolved tag.
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

    /// The meaning of a scalar with the tag; nil if the scalar does not match the tag.
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

    /// Whether a sequence can have the tag.
    var allowsSequence: Bool {
        switch kind {
        case .none, .nonSpecific, .sequence, .foreign: true
        case .string, .integer, .float, .bool, .null, .mapping: false
        }
    }

    /// Whether a mapping can have the tag.
    var allowsMapping: Bool {
        switch kind {
        case .none, .nonSpecific, .mapping, .foreign: true
        case .string, .integer, .float, .bool, .null, .sequence: false
        }
    }

    /// Reports a node that does not match its tag.
    func mismatch(found: String, at range: SourceRange) -> Diagnostic {
        let expected =
            switch kind {
            case .string: "a string for its tag !!str"
            case .integer: "an integer for its tag !!int"
            case .float: "a number for its tag !!float"
            case .bool: "true or false for its tag !!bool"
            case .null: "null or nothing for its tag !!null"
            case .sequence: "a list for its tag !!seq"
            case .mapping: "a mapping for its tag !!map"
            case .none, .nonSpecific, .foreign: "a value of the type that its tag names"
            }
        return Diagnostic(
            rule: YAMLRule.tagMismatch,
            "found \(found), expected \(expected)",
            at: range
        )
    }
}
