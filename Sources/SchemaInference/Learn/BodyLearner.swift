import Diagnostics
import Parallelism

/// Learns from files, on all cores, and sorts their bodies into kinds.
package struct BodyLearner: Sendable {
    /// The minimum number of bytes for using several threads.
    private static let batchSize = 1 << 20

    /// The name of all bodies, if they are of one kind.
    private let name: String?

    /// Creates a learner.
    ///
    /// - Parameter name: The type name of all bodies; nil if there may be several types.
    package init(name: String? = nil) {
        self.name = name
    }

    /// Learns from files.
    ///
    /// - Parameter sources: The files.
    /// - Returns: The shapes, and the errors.
    /// - Throws: if a file cannot be read.
    package func learn(_ sources: [BodySource]) throws -> Learning {
        let parts = try batches(sources).concurrentMap(chunk: 1) { batch in
            try learn(batch, of: sources)
        }
        var pile = BodyPile()
        var diagnostics: [Diagnostic] = []
        for part in parts {
            pile.join(part.pile)
            diagnostics += part.diagnostics
        }
        return Learning(kinds: pile.kinds(name: name), diagnostics: diagnostics)
    }

    private func learn(
        _ batch: Range<Int>,
        of sources: [BodySource]
    ) throws -> (pile: BodyPile, diagnostics: [Diagnostic]) {
        var pile = BodyPile()
        var diagnostics: [Diagnostic] = []
        for number in batch {
            let file = try FileLearner(sources[number], body: number)
            diagnostics += file.diagnostics
            guard file.count > 0 else { continue }
            pile.add(
                file.tree,
                count: file.count,
                file: number,
                path: sources[number].path,
                isOne: name != nil
            )
        }
        return (pile, diagnostics)
    }

    /// Batches of files, several for each core.
    private func batches(_ sources: [BodySource]) -> [Range<Int>] {
        let total = sources.reduce(0) { $0 + $1.size }
        let size = max(Self.batchSize, total / 64)
        var batches: [Range<Int>] = []
        var start = 0
        var sum = 0
        for (number, source) in sources.enumerated() {
            sum += source.size
            guard sum >= size || number == sources.count - 1 else { continue }
            batches.append(start..<number + 1)
            start = number + 1
            sum = 0
        }
        return batches
    }
}
