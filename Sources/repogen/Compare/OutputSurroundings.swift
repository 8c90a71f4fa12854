import SwiftEmitter

/// What stands in an output around a file of it, before and after a change.
struct OutputSurroundings {
    /// The conventions that hold, before and after.
    var conventions = (old: ConventionsInEffect(), new: ConventionsInEffect())
    /// What is declared, before and after.
    let types: TypeComparison

    /// Takes all that was generated, and how it differs from what is on disk.
    init(of files: [GeneratedFile], _ plan: OutputPlan) {
        let olds = Dictionary(plan.changes.map { ($0.path, $0.old) }) { first, _ in first }
        types = TypeComparison(
            old: DeclaredTypes {
                let kept = files.filter { olds[$0.path] == nil }.map { Array($0.contents.utf8) }
                return kept + plan.changes.compactMap(\.old).map(LineEnds.normalized)
            },
            new: DeclaredTypes { files.map { Array($0.contents.utf8) } }
        )
    }

    /// Takes two texts that stand alone.
    init(old: [UInt8], new: [UInt8]) {
        types = TypeComparison(old: DeclaredTypes { [old] }, new: DeclaredTypes { [new] })
    }
}
