/// When something was first seen: in which body, and there after how much else.
///
/// The earlier of two places is their join, so that the order of keys does not depend on the order in
/// which shapes are joined.
struct Place: Hashable, Comparable, Sendable {
    /// The number of the body.
    let body: Int
    /// How much else was first seen in it before.
    let ordinal: Int

    static func < (lhs: Place, rhs: Place) -> Bool {
        (lhs.body, lhs.ordinal) < (rhs.body, rhs.ordinal)
    }
}
