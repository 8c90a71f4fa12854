import SchemaLanguage
import SwiftEmitter

/// The comparison of what two versions of a project's schemas generate, file by file.
struct GenerationComparison {
    /// Whether both generate the same code and can read each other's stored data.
    private(set) var isSame = true
    /// Whether callers of the generated code must adapt.
    private(set) var isBreaking = false

    /// Compares the versions, and reports each difference.
    init(from former: Generation, to generation: Generation, report: inout Report) {
        for (old, new) in Self.pairs(former.results, generation.results) {
            let oldFiles = old.map(former.files) ?? []
            let newFiles = new.map(generation.files) ?? []
            let changes = Self.changes(from: oldFiles, to: newFiles)
            let output = (new ?? old)?.output
            let found = FileDifference.all(of: changes, among: newFiles) { path in
                generation.display.path(output?.path(of: path) ?? path)
            }
            for (change, difference) in zip(changes, found) {
                let difference = difference.betweenSchemas(change)
                report.add(difference)
                isBreaking = isBreaking || difference.changes.contains(where: \.isBreaking)
            }
            let stored = StoredDataComparison.changes(from: old?.schema, to: new?.schema)
            report.add(stored, display: generation.display)
            isSame = isSame && changes.isEmpty && stored.isEmpty
        }
    }

    /// The outputs of both versions, paired by folder, or by schemas if the folder was renamed; if
    /// each version has only one, they form a pair.
    static func pairs(
        _ olds: [Generation.Result],
        _ news: [Generation.Result]
    ) -> [(old: Generation.Result?, new: Generation.Result?)] {
        if olds.count == 1, news.count == 1 { return [(olds[0], news[0])] }
        var left = olds.filter { old in !news.contains { $0.output.output == old.output.output } }
        let pairs: [(Generation.Result?, Generation.Result?)] = news.map { new in
            if let old = olds.first(where: { $0.output.output == new.output.output }) {
                return (old, new)
            }
            let index = left.firstIndex { $0.output.schemas == new.output.schemas }
            return (index.map { left.remove(at: $0) }, new)
        }
        return pairs + left.map { ($0, nil) }
    }

    private static func changes(
        from olds: [GeneratedFile],
        to news: [GeneratedFile]
    ) -> [OutputPlan.Change] {
        func byPath(_ files: [GeneratedFile]) -> [String: [UInt8]] {
            Dictionary(files.map { ($0.path, $0.bytes) }) { first, _ in first }
        }
        let (before, after) = (byPath(olds), byPath(news))
        return Set(before.keys).union(after.keys).sorted().compactMap { path in
            switch (before[path], after[path]) {
            case (nil, let new?): OutputPlan.Change(path: path, kind: .create(new))
            case (let old?, nil): OutputPlan.Change(path: path, kind: .remove(old: old))
            case (let old?, let new?) where old != new:
                OutputPlan.Change(path: path, kind: .update(old: old, new: new))
            case (_, _): nil
            }
        }
    }
}
