import Diagnostics
import SchemaImport

/// A mismatch of bodies with a position in the schema, or a value that the schema does not declare.
struct BodyFinding: Sendable {
    /// The kind of mismatch.
    enum Problem: Hashable, Sendable {
        /// The values are null: those of the property, or those at a depth in its arrays and maps.
        case null(depth: Int)
        /// The values are missing.
        case missing
        /// The schema does not declare the key.
        case unknown
        /// The values have another type or format.
        case mismatch
    }

    /// The identity of a finding.
    struct Mark: Hashable, Sendable {
        /// The structure; empty for a whole body.
        let structure: String
        /// The key in it.
        let key: String
        let problem: Problem
    }

    /// The maximum number of paths.
    private static let pathLimit = 64

    let mark: Mark
    /// The expected type, as text.
    let expected: String
    /// The type of the first value.
    let found: String
    /// The value after decoding and encoding; nil if it cannot be decoded.
    var readAs: String?
    /// The position of the first value.
    let place: SourcePosition
    /// The path to the first value.
    let path: [String]
    /// The number of the first value's file.
    var file = 0
    /// The number of values.
    var count = 1
    /// The paths of the objects with the values.
    var paths: Set<[String]>

    /// Adds later findings with the same identity.
    fileprivate mutating func join(_ other: BodyFinding) {
        count += other.count
        if paths.count < Self.pathLimit { paths.formUnion(other.paths) }
    }

    /// The path for messages: `names[].language`.
    var pathText: String {
        path.reduce(into: "") { text, part in
            text += part == ShapeTree.elementPart || text.isEmpty ? part : "." + part
        }
    }

    /// The finding as a diagnostic.
    func diagnostic(in path: String, hint: String?) -> Diagnostic {
        let place = pathText.isEmpty ? "the body" : pathText.quoted
        let structure = mark.structure
        let read = readAs.map { ", which is read as \($0)" } ?? ""
        let others = count == 2 ? "1 more place" : "\(count - 1) more places"
        let more = count > 1 ? " (and in \(others))" : ""
        let message =
            switch mark.problem {
            case .null, .mismatch: "expected \(expected) at \(place), found \(found)\(read)\(more)"
            case .missing:
                "expected the key \(mark.key.quoted) of \(structure) at \(place), found none\(read)\(more)"
            case .unknown: "\(structure) has no key \(mark.key.quoted), found at \(place)\(more)"
            }
        return Diagnostic(
            mark.problem == .unknown || readAs != nil ? .warning : .error,
            rule: InferenceRule.bodyMismatch,
            message,
            at: SourceRange(path: path, start: self.place, end: self.place),
            hint: hint
        )
    }
}

extension [BodyFinding.Mark: BodyFinding] {
    /// Adds a finding that was found later than the existing ones.
    mutating func add(_ finding: BodyFinding) {
        if self[finding.mark]?.join(finding) == nil { self[finding.mark] = finding }
    }
}
