import Diagnostics
import SchemaImport

/// A place of the schema that bodies do not fit, or that has no place for what they have.
struct BodyFinding: Sendable {
    /// What is wrong with the values.
    enum Problem: Hashable, Sendable {
        /// They are null: the property, or what is so many arrays and maps deep in it.
        case null(depth: Int)
        /// They are missing.
        case missing
        /// The schema has no such key.
        case unknown
        /// They are of another kind, or of another form.
        case mismatch
    }

    /// What findings are one by.
    struct Mark: Hashable, Sendable {
        /// The structure; empty of a whole body.
        let structure: String
        /// The key in it.
        let key: String
        let problem: Problem
    }

    /// The most paths that are kept.
    private static let pathLimit = 64

    let mark: Mark
    /// What was expected, in words.
    let expected: String
    /// What the first one is.
    let found: String
    /// What they are read as, and written back; nil of values that cannot be read.
    var readAs: String?
    /// Where the first one is.
    let place: SourcePosition
    /// The path to the first one.
    let path: [String]
    /// The number of the file of the first one.
    var file = 0
    /// How many there are.
    var count = 1
    /// The paths of the objects that have them.
    var paths: Set<[String]>

    /// Adds others of the same mark, which were found later.
    fileprivate mutating func join(_ other: BodyFinding) {
        count += other.count
        if paths.count < Self.pathLimit { paths.formUnion(other.paths) }
    }

    /// The path as a message says it: `names[].language`.
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
    /// Adds a finding, which was found later than those that are there.
    mutating func add(_ finding: BodyFinding) {
        if self[finding.mark]?.join(finding) == nil { self[finding.mark] = finding }
    }
}
