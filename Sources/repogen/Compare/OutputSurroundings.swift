import SwiftEmitter

/// The rest of an output around a file, before and after a change.
struct OutputSurroundings {
    /// The conventions in effect, before and after.
    var conventions = (old: ConventionsInEffect(), new: ConventionsInEffect())
    /// The declarations, before and after.
    let types: TypeComparison

    /// Takes all generated files, and their differences from the earlier ones.
    init(of files: [GeneratedFile], _ changes: [OutputPlan.Change]) {
        let olds = Dictionary(changes.map { ($0.path, $0.old) }) { first, _ in first }
        types = TypeComparison(
            old: DeclaredTypes {
                let kept = files.filter { olds[$0.path] == nil }.map { $0.bytes }
                return kept + changes.compactMap(\.old).map(LineEnds.normalized)
            },
            new: DeclaredTypes { files.map { $0.bytes } }
        )
        addConventions(of: files, changes)
    }

    /// Reads the conventions of all files, if a file that differs declares any; if not, none are
    /// needed.
    private mutating func addConventions(
        of files: [GeneratedFile],
        _ changes: [OutputPlan.Change]
    ) {
        var before: [String: [UInt8]] = [:]
        for change in changes { before[change.path] = change.old ?? [] }
        let saying = Set(
            files.filter { ConventionsInEffect.areSaid(in: $0.contents) }.map(\.path)
        )
        let isNeeded = before.contains { path, old in
            saying.contains(path)
                || ConventionsInEffect.areSaid(in: String(decoding: old, as: UTF8.self))
        }
        guard isNeeded else { return }
        for file in files where saying.contains(file.path) {
            conventions.new.add(SwiftOutline(of: file.bytes))
        }
        let kept = files.filter { before[$0.path] == nil && saying.contains($0.path) }
        for old in before.values + kept.map({ $0.bytes }) {
            conventions.old.add(SwiftOutline(of: old))
        }
    }

    /// Takes two texts without any other files.
    init(old: [UInt8], new: [UInt8]) {
        types = TypeComparison(old: DeclaredTypes { [old] }, new: DeclaredTypes { [new] })
    }
}
