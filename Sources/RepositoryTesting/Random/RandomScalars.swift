import RepositoryRuntime

/// A custom scalar that is decoded from text in any case, and encoded in upper case.
struct LooseCode: ScalarRepresentable {
    let scalar: String

    init(scalar: String) {
        self.scalar = scalar.uppercased()
    }
}

/// A custom scalar with exactly one text per value, and an order different from that of the text:
/// by length.
struct StrictCode: ScalarRepresentable, Comparable {
    static let isCanonical = true

    let scalar: String

    init(scalar: String) {
        self.scalar = scalar
    }

    static func < (first: StrictCode, second: StrictCode) -> Bool {
        (first.scalar.count, first.scalar) < (second.scalar.count, second.scalar)
    }
}

/// A custom scalar with exactly one number per value, not negative, in descending order.
struct StrictScore: ScalarRepresentable, Comparable {
    static let isCanonical = true

    let scalar: Int

    /// Creates a score from any number.
    init(_ scalar: Int) {
        self.scalar = scalar
    }

    init(scalar: Int) throws(ScalarError) {
        guard scalar >= 0 else { throw ScalarError(expected: "score") }
        self.init(scalar)
    }

    static func < (first: StrictScore, second: StrictScore) -> Bool {
        first.scalar > second.scalar
    }
}
