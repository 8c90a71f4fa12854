import RepositoryRuntime

/// A scalar of a user's own that is read from text in capitals or not, and written in capitals.
struct LooseCode: ScalarRepresentable {
    let scalar: String

    init(scalar: String) {
        self.scalar = scalar.uppercased()
    }
}

/// A scalar of a user's own with one text for each value, and with an order that is not that of the text:
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

/// A scalar of a user's own with one number for each value, none of them negative, and the greatest
/// first.
struct StrictScore: ScalarRepresentable, Comparable {
    static let isCanonical = true

    let scalar: Int

    /// Makes a score, whatever the number.
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
