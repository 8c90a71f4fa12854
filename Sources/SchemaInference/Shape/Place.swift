/// The first occurrence of something: the body, and the index in it.
///
/// Joining two places takes the earlier one, so the order of keys does not depend on the order of
/// joining.
struct Place: Hashable, Comparable, Sendable {
    /// The number of the body.
    let body: Int
    /// The number of earlier first occurrences in the body.
    let ordinal: Int

    static func < (lhs: Place, rhs: Place) -> Bool {
        (lhs.body, lhs.ordinal) < (rhs.body, rhs.ordinal)
    }
}
