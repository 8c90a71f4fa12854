extension Dictionary where Key == String {
    /// The members, sorted by the bytes of their keys.
    ///
    /// The order of `String` is not total: it compares some strings that are canonically equivalent
    /// in part as neither smaller nor equal.
    @inlinable
    var sortedByKey: [(key: String, value: Value)] {
        sorted { $0.key.precedesBytewise($1.key) }
    }
}

extension String {
    /// Whether its UTF-8 precedes that of another string.
    @inlinable
    func precedesBytewise(_ other: String) -> Bool {
        let isBefore = utf8.withContiguousStorageIfAvailable { own in
            other.utf8.withContiguousStorageIfAvailable { own.lexicographicallyPrecedes($0) }
        }
        if case .some(.some(let isBefore)) = isBefore { return isBefore }
        return utf8.lexicographicallyPrecedes(other.utf8)
    }
}
