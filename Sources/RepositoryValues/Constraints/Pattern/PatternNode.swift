/// A part of a regular expression.
indirect enum PatternNode: Sendable {
    /// A position in the string.
    enum Place: Hashable, Sendable {
        case start, end, wordBoundary, insideOrOutsideWord
    }

    /// One character of a set.
    case character(CharacterSet)
    /// A sequence; an empty one matches only the empty string.
    case sequence([PatternNode])
    /// One of several alternatives.
    case choice([PatternNode])
    /// A repetition; unlimited without a maximum.
    case repeated(PatternNode, least: Int, most: Int?)
    /// A position, which consumes no character.
    case place(Place)
    /// Positive or negative lookahead.
    case lookahead(PatternNode, isNegative: Bool)

    /// Whether it only matches positions, and so cannot be repeated.
    var isAssertion: Bool {
        switch self {
        case .place, .lookahead: true
        case .character, .sequence, .choice, .repeated: false
        }
    }

    /// A set of characters.
    struct CharacterSet: Hashable, Sendable {
        /// The ranges of Unicode scalar values.
        var ranges: [ClosedRange<UInt32>] = []
        /// The Unicode properties that its characters have, or must not have.
        var properties: [Property] = []
        /// Sets given by the ranges that they exclude.
        var complements: [[ClosedRange<UInt32>]] = []
        /// Whether the set is inverted.
        var isNegative = false

        /// A Unicode property, and whether characters must have it.
        struct Property: Hashable, Sendable {
            var property: UnicodeProperty
            var isNegative: Bool
        }

        /// Returns whether a character is in the set.
        func contains(_ scalar: Unicode.Scalar) -> Bool {
            isNegative != isListed(scalar)
        }

        private func isListed(_ scalar: Unicode.Scalar) -> Bool {
            ranges.contains { $0.contains(scalar.value) }
                || complements.contains { !$0.contains { $0.contains(scalar.value) } }
                || properties.contains { $0.property.isTrue(of: scalar) != $0.isNegative }
        }

        /// Adds the characters of another set.
        mutating func formUnion(_ other: CharacterSet) {
            if other.isNegative {
                complements.append(other.ranges)
            } else {
                ranges += other.ranges
                properties += other.properties
                complements += other.complements
            }
        }

        /// Returns the characters in ranges of scalar values.
        static func of(_ ranges: ClosedRange<UInt32>..., isNegative: Bool = false) -> CharacterSet {
            CharacterSet(ranges: ranges, isNegative: isNegative)
        }

        /// The characters of `\d`.
        static let digits = of(0x30...0x39)
        /// The characters of `\w`.
        static let word = of(0x30...0x39, 0x41...0x5A, 0x5F...0x5F, 0x61...0x7A)
        /// The characters of `\s`: white space and line terminators.
        static let space = of(
            0x09...0x0D,
            0x20...0x20,
            0xA0...0xA0,
            0x1680...0x1680,
            0x2000...0x200A,
            0x2028...0x2029,
            0x202F...0x202F,
            0x205F...0x205F,
            0x3000...0x3000,
            0xFEFF...0xFEFF
        )
        /// The characters of `.`: all except line terminators.
        static let notNewline = of(
            0x0A...0x0A,
            0x0D...0x0D,
            0x2028...0x2029,
            isNegative: true
        )

        /// The complement of the set.
        var inverted: CharacterSet {
            var set = self
            set.isNegative.toggle()
            return set
        }
    }
}
