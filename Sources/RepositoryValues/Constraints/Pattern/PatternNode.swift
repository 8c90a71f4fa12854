/// A part of a regular expression.
indirect enum PatternNode: Sendable {
    /// A place in the text that has a property.
    enum Place: Hashable, Sendable {
        case start, end, wordBoundary, insideOrOutsideWord
    }

    /// One character of a set.
    case character(CharacterSet)
    /// One after the other; none matches nothing but the empty text.
    case sequence([PatternNode])
    /// One of several.
    case choice([PatternNode])
    /// Several times; without a greatest number as often as it can.
    case repeated(PatternNode, least: Int, most: Int?)
    /// A place, without any character.
    case place(Place)
    /// What follows matches, or does not.
    case lookahead(PatternNode, isNegative: Bool)

    /// Whether it matches places alone, which cannot be repeated.
    var isAssertion: Bool {
        switch self {
        case .place, .lookahead: true
        case .character, .sequence, .choice, .repeated: false
        }
    }

    /// A set of characters.
    struct CharacterSet: Hashable, Sendable {
        /// The ranges of Unicode scalars, by their numbers.
        var ranges: [ClosedRange<UInt32>] = []
        /// The properties of Unicode that its characters have, or must not have.
        var properties: [Property] = []
        /// Sets whose characters are not in these ranges.
        var complements: [[ClosedRange<UInt32>]] = []
        /// Whether it has all other characters.
        var isNegative = false

        /// A property of Unicode, and whether characters have it.
        struct Property: Hashable, Sendable {
            var property: UnicodeProperty
            var isNegative: Bool
        }

        /// Whether a character is in the set.
        func contains(_ scalar: Unicode.Scalar) -> Bool {
            isNegative != isListed(scalar)
        }

        private func isListed(_ scalar: Unicode.Scalar) -> Bool {
            ranges.contains { $0.contains(scalar.value) }
                || complements.contains { !$0.contains { $0.contains(scalar.value) } }
                || properties.contains { $0.property.isTrue(of: scalar) != $0.isNegative }
        }

        /// Adds what another set has.
        mutating func formUnion(_ other: CharacterSet) {
            if other.isNegative {
                complements.append(other.ranges)
            } else {
                ranges += other.ranges
                properties += other.properties
                complements += other.complements
            }
        }

        /// The characters with these numbers.
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
        /// The characters of `.`: anything but line terminators.
        static let notNewline = of(
            0x0A...0x0A,
            0x0D...0x0D,
            0x2028...0x2029,
            isNegative: true
        )

        /// The other characters.
        var inverted: CharacterSet {
            var set = self
            set.isNegative.toggle()
            return set
        }
    }
}
