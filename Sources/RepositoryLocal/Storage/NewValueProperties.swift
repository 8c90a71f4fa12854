/// The new properties of the values in an entity, by their paths: `address.city`, or
/// `prices.*.currency` in the values of a dictionary.
struct NewValueProperties {
    /// A local value and its base, with the server's new properties.
    struct Result {
        var local: JSON
        var base: JSON
        /// Whether the base has all of them.
        var isWhole = true
    }

    let paths: Set<String>

    /// Returns a local value and its base with the server's new properties, unless the local ones
    /// were changed.
    ///
    /// In an array that was changed locally, elements cannot be assigned to those of the server:
    /// there, the new properties count as a change on the server.
    ///
    /// - Parameters:
    ///   - remote: The value on the server.
    ///   - local: The local value.
    ///   - base: Its last confirmed state.
    ///   - path: Its path in the entity; elements of an array have that of the array.
    /// - Returns: The values.
    func taken(from remote: JSON, into local: JSON, over base: JSON, at path: String) -> Result {
        switch (local, base, remote) {
        case (.object(var mine), .object(var old), .object(let theirs)):
            var isWhole = true
            let isDictionary = paths.contains { $0.hasPrefix("\(path).*.") }
            for key in Set(mine.keys).union(old.keys).union(theirs.keys) {
                let inner = "\(path).\(isDictionary ? "*" : key)"
                if paths.contains(inner) {
                    // A change that an earlier version has written lacks it.
                    if mine[key] == nil || mine[key] == old[key] { mine[key] = theirs[key] }
                    old[key] = theirs[key]
                } else if let known = old[key], let found = theirs[key] {
                    // The value may have been removed locally.
                    let value = mine[key]
                    let result = taken(from: found, into: value ?? known, over: known, at: inner)
                    (mine[key], old[key]) = (value.map { _ in result.local }, result.base)
                    isWhole = isWhole && result.isWhole
                }
            }
            return Result(local: .object(mine), base: .object(old), isWhole: isWhole)
        case (.array(let mine), .array(let old), .array(let theirs))
        where mine == old && mine.count == theirs.count:
            let results = zip(old, theirs).map { value, found in
                taken(from: found, into: value, over: value, at: path)
            }
            let elements = JSON.array(results.map(\.base))
            return Result(
                local: elements,
                base: elements,
                isWhole: results.allSatisfy(\.isWhole)
            )
        case (.array, _, _):
            let isWhole = !paths.contains { $0.hasPrefix("\(path).") }
            return Result(local: local, base: base, isWhole: isWhole)
        default:
            return Result(local: local, base: base)
        }
    }
}
