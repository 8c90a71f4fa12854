/// Generates strings that a pattern is likely to match, from numbers: equal numbers generate equal
/// strings.
///
/// Lookahead is ignored, and so are `^` and `$` within an expression, so a string may not match; if
/// you need a match, try several.
package struct PatternSamples: Sendable {
    /// The largest number of repetitions beyond the minimum of an unlimited part.
    private static let most = 6
    private static let maximumLength = 1_000

    private let root: PatternNode

    /// Parses a pattern; nil if it is invalid.
    package init?(_ pattern: String) {
        var parser = PatternParser(pattern)
        guard let root = try? parser.parse() else { return nil }
        self.root = root
    }

    /// Generates a string.
    ///
    /// - Parameter next: Returns the next number, of any size.
    /// - Returns: The string.
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

    /// Returns a character of a set, preferring letters and digits.
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
