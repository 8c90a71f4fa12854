import SchemaLanguage
import SwiftEmitter

/// The difference between a file and the generated version, and its effects.
struct FileDifference {
    /// The kind of difference.
    enum Kind: String {
        case missing = "is missing"
        case leftOver = "is left over from an earlier schema"
        case differs
        case added = "is new"
        case removed = "goes"
        case changes
        case differsInLineEnds = "differs only in line endings, changed by a checkout"
        case edited = "differs because it was edited by hand"
        case editedSide = "was edited on one side of the merge, and is not merged"
        case unlisted = "differs, and may have been edited: the manifest does not list it"
    }

    /// The path, as shown to the reader.
    let path: String
    private(set) var kind: Kind
    /// The first line that differs; 1 if the whole file does.
    let line: Int
    /// What changes for callers.
    private(set) var changes: [DeclarationChange]
    /// Whether only comments differ.
    let isOfComments: Bool
    /// Whether only the order differs.
    let isOfOrder: Bool
    /// The removed lines (`-`) and the added ones (`+`), in the order of the text.
    let lines: [String]

    /// Compares a file with the plan for it.
    ///
    /// The effect is known only for files that were not edited by hand.
    ///
    /// - Parameters:
    ///   - change: The planned change of the file.
    ///   - path: The path, as shown to the reader.
    ///   - surroundings: The rest of the output, before and after.
    init(
        _ change: OutputPlan.Change,
        at path: String,
        _ surroundings: OutputSurroundings
    ) {
        switch change.kind {
        case .create: self.init(path: path, kind: .missing)
        case .remove(let old):
            let comparison = OutlineComparison(old: old, new: [])
            self.init(path: path, kind: .leftOver, changes: comparison.changes)
        case .update where change.isOfLineEnds:
            self.init(path: path, kind: .differsInLineEnds)
        case .update(let old, let new):
            self.init(path: path, kind: .differs, old: old, new: new, surroundings)
        }
    }

    /// The differences of files, taking all files into account.
    ///
    /// - Parameters:
    ///   - changes: The planned changes.
    ///   - files: All files after the changes.
    ///   - path: The path of a file, as shown to the reader.
    /// - Returns: A difference for each change, in the same order.
    static func all(
        of changes: [OutputPlan.Change],
        among files: [GeneratedFile],
        at path: (String) -> String
    ) -> [FileDifference] {
        let surroundings = OutputSurroundings(of: files, changes)
        let found = changes.map { FileDifference($0, at: path($0.path), surroundings) }
        guard found.contains(where: { !$0.removedTypes.isEmpty }) else { return found }
        let types = Set(changes.compactMap(\.new).flatMap { SwiftOutline(of: $0).types })
        return found.map { $0.knowing(typesElsewhere: types) }
    }

    /// The difference between two schemas, instead of between a schema and a file on disk.
    ///
    /// - Parameter change: The change of the file.
    /// - Returns: The difference, worded for schemas.
    func betweenSchemas(_ change: OutputPlan.Change) -> FileDifference {
        var difference = self
        switch change.kind {
        case .create(let new):
            difference.kind = .added
            difference.changes = OutlineComparison(old: [], new: new).changes
        case .remove: difference.kind = .removed
        case .update: difference.kind = .changes
        }
        return difference
    }

    /// Compares a kept file with the generated version, if its contents are the reason; nil if
    /// something else is in the way.
    init?(_ obstacle: OutputPlan.Obstacle, at path: String) {
        switch obstacle.kind {
        case .edited(let old, let new, _):
            self.init(path: path, kind: .edited, old: old, new: new)
        case .editedSide(_, let old, let new):
            self.init(path: path, kind: .editedSide, old: old, new: new)
        case .unlisted(let old, let new, _):
            self.init(path: path, kind: .unlisted, old: old, new: new)
        case .foreign, .link, .folder, .special: return nil
        }
    }

    private init(path: String, kind: Kind, changes: [DeclarationChange] = []) {
        self.path = path
        self.kind = kind
        self.changes = changes
        line = 1
        isOfComments = false
        isOfOrder = false
        lines = []
    }

    private init(
        path: String,
        kind: Kind,
        old: [UInt8],
        new: [UInt8],
        _ surroundings: OutputSurroundings? = nil
    ) {
        self.path = path
        self.kind = kind
        let old = LineEnds.normalized(old)
        let difference = LineDifference(old: old, new: new)
        line = difference.firstLine
        lines = difference.lines
        let isSource = path.hasSuffix(".swift") && kind == .differs
        let comparison = surroundings.flatMap { surroundings in
            isSource ? OutlineComparison(old: old, new: new, in: surroundings) : nil
        }
        changes = comparison?.changes ?? []
        isOfComments = comparison?.isOfComments ?? false
        isOfOrder = comparison?.isOfOrder ?? false
    }

    /// The types that it reports as removed.
    var removedTypes: Set<String> {
        Set(changes.filter { $0.summary == "removed" }.map(\.declaration))
    }

    /// The difference, with removed types that other files declare now.
    func knowing(typesElsewhere types: Set<String>) -> FileDifference {
        var difference = self
        difference.changes = changes.map { change in
            guard change.summary == "removed", types.contains(change.declaration) else {
                return change
            }
            return DeclarationChange(
                declaration: change.declaration,
                summary: "now declared in another file",
                effect: .unclear
            )
        }
        return difference
    }

    /// The effects, one per line.
    var meaning: [String] {
        let shown = changes.withoutEchoes
        let changes = shown.map(\.text) + echoes(in: shown)
        guard changes.isEmpty, [.differs, .changes].contains(kind), path.hasSuffix(".swift") else {
            return changes
        }
        let isTheSame = "no effect on callers, requests or responses: only"
        if isOfComments { return ["\(isTheSame) documentation changes"] }
        if isOfOrder { return ["\(isTheSame) the order of declarations changes"] }
        return ["no declaration changes, but the behavior may (see the lines)"]
    }

    /// Types whose changes are not listed, because they repeat those of the entity.
    private func echoes(in shown: [DeclarationChange]) -> [String] {
        let left = Set(changes).subtracting(shown).filter { $0.effect != .compatible }
        let types = Set(left.map { $0.declaration.split(separator: ".").dropLast() })
            .map { $0.joined(separator: ".") }.sorted()
        guard let first = types.first else { return [] }
        let others = types.count > 3 ? ["\(types.count - 1) more"] : Array(types.dropFirst())
        let names = ([first] + others).joined(separator: ", ")
        return ["the same change in \(names) (`--format json` lists all)"]
    }

    /// A hint for resolving the differences; nil if there are none.
    static func hint(for differences: [FileDifference]) -> String? {
        guard !differences.isEmpty else { return nil }
        let isOfLineEnds = differences.contains { $0.kind == .differsInLineEnds }
        let kept: Set<Kind> = [.edited, .editedSide, .unlisted]
        let isKept = differences.contains { kept.contains($0.kind) }
        return "run `repogen generate`, and commit what it writes"
            + (isKept ? "; it overwrites edited files only with `--force`" : "")
            + (isOfLineEnds ? "; \(LineEnds.hint)" : "")
    }

    /// The difference for tools.
    var json: OrderedJSON {
        let kind =
            switch kind {
            case .missing: "missing"
            case .leftOver: "leftOver"
            case .differs: "differs"
            case .added: "added"
            case .removed: "removed"
            case .changes: "changes"
            case .differsInLineEnds: "lineEnds"
            case .edited: "edited"
            case .editedSide: "editedSide"
            case .unlisted: "unlisted"
            }
        return [
            "path": .string(path), "kind": .string(kind), "line": .integer(line),
            "changes": .array(changes.map(\.json)),
            "lines": .array(lines.map { .string($0) }),
        ]
    }
}

extension DeclarationChange {
    fileprivate var json: OrderedJSON {
        let effect =
            switch effect {
            case .compatible, .overTheWire, .maybeOverTheWire, .reading, .unclear: "compatible"
            case .breakingForCallers: "callers"
            case .breakingForConformers: "conformers"
            case .breakingForSwitches: "switches"
            }
        return [
            "declaration": .string(declaration), "summary": .string(summary),
            "breaks": isBreaking ? .string(effect) : .null,
            // An unknown effect may include this one.
            "wire": .bool(isOverTheWire),
        ]
    }
}
