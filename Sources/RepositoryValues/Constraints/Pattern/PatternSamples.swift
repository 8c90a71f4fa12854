/// Texts that a pattern is likely to match, made from numbers: the same numbers make the same text.
///
/// Lookahead is left out, and so is what stands around `^` and `$` within an expression, so that a text may not
/// match; whoever needs one that does tries several.
package struct PatternSamples: Sendable {
    /// How often a part without a greatest number is repeated beyond the least.
    private static let most = 6
    private static let maximumLength = 1_000

    private let root: PatternNode

    /// Reads a pattern; nil for one that cannot be read.
    package init?(_ pattern: String) {
        var parser = PatternParser(pattern)
        guard let root = try? parser.parse() else { return nil }
        self.root = root
    }

    /// A text.
    ///
    /// - Parameter next: Gives the next number, of any size.
    /// - Returns: The text.
    package func text(_ next: () -> UInt64) -> String {
        var scalars = String.UnicodeScalarView()
        append(root, to: &scalars, next)
        return String(scalars)
    }

    private func append(
        _ node: PatternNode,
        to text: inout String.UnicodeScalarView,
        _ next: () -> UInt64
    ) {
        guard text.count < Self.maximumLength else { return }
        switch node {
        case .character(let set):
            if let scalar = Self.scalar(of: set, next) { text.append(scalar) }
        case .sequence(let parts):
            for part in parts { append(part, to: &text, next) }
        case .choice(let parts):
            guard !parts.isEmpty else { return }
            append(parts[Int(next() % UInt64(parts.count))], to: &text, next)
        case .repeated(let part, let least, let most):
            let limit = min(most ?? .max, least + Self.most)
            let count = least + Int(next() % UInt64(max(limit - least, 0) + 1))
            for _ in 0..<min(count, Self.maximumLength) { append(part, to: &text, next) }
        case .place, .lookahead: break
        }
    }

    /// A character of a set: a letter or a digit where it has one.
    private static func scalar(
        of set: PatternNode.CharacterSet,
        _ next: () -> UInt64
    ) -> Unicode.Scalar? {
        let plain = plain.filter(set.contains)
        if !plain.isEmpty { return plain[Int(next() % UInt64(plain.count))] }
        if let other = others.first(where: set.contains) { return other }
        guard let range = set.ranges.first else { return nil }
        let width = UInt64(range.upperBound - range.lowerBound) + 1
        return Unicode.Scalar(range.lowerBound + UInt32(next() % width))
    }

    private static let plain = Array(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".unicodeScalars
    )
    private static let others = Array(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~éß".unicodeScalars)
}
