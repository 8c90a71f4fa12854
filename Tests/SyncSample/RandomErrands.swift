package import RepositoryRuntime

/// The references of an errand, by title: titles stay the same if identities change.
package struct ErrandLinks: Hashable, Sendable {
    package var next: String?
    package var after: [String]
    package var related: [String: String]

    /// Creates the links of an errand.
    ///
    /// - Parameters:
    ///   - errand: The errand.
    ///   - titles: The titles of all errands, by identity; an unknown identity represents itself.
    package init(_ errand: Errand, titles: [String: String]) {
        next = errand.next.map { titles[$0] ?? $0 }
        after = errand.after?.map { titles[$0] ?? $0 } ?? []
        related = errand.related?.mapValues { titles[$0] ?? $0 } ?? [:]
    }

    /// The number of links.
    package var count: Int { (next == nil ? 0 : 1) + after.count + related.count }

    init(json: JSON?) {
        next = json?["next"]?.string
        after = json?["after"]?.array?.compactMap(\.string) ?? []
        related = json?["related"]?.object?.compactMapValues(\.string) ?? [:]
    }

    var json: JSON {
        [
            "next": next.map { .string($0) } ?? .null,
            "after": .array(after.map { .string($0) }),
            "related": .object(related.mapValues { .string($0) }),
        ]
    }
}

extension RandomWrites {
    private static let errandsKey = "test/errands"

    /// Returns the references that the app has last set, by the titles of the errands.
    package static func errands(
        of store: any StorageReader
    ) throws(StorageError) -> [String: ErrandLinks] {
        guard let data = try store.value(forKey: errandsKey),
            let members = (try? JSON(jsonData: data))?.object
        else { return [:] }
        return members.mapValues { ErrandLinks(json: $0) }
    }

    /// Creates errands, most of which refer to the next one, in a cycle, and some to existing ones.
    func createErrands(_ number: Int, _ random: inout SplitMix) throws(StorageError) {
        var known = try errands()
        guard try isAllThere(known) else { return }
        let count = Int(random.next() % 4) + 1
        let ids = (0..<count).map { "v\(number).\($0)" }
        for (index, id) in ids.enumerated() {
            let following = ids[(index + 1) % count]
            var errand = Errand(id: id, title: "e\(number).\(index)")
            switch random.next() % 4 {
            case 0: errand.next = following
            case 1: errand.after = [following] + Self.some(known, &random).map(\.id)
            case 2: break
            default:
                let other = Self.some(known, &random).first?.id
                errand.related = ["ring": following, "other": other ?? following]
            }
            try Outbox(Errand.schema, in: store).create(try document(errand), id: id)
            known.append(errand)
        }
        try note(known)
    }

    /// Changes an errand to refer to others, or to none.
    func linkErrand(_ number: Int, _ random: inout SplitMix) throws(StorageError) {
        var known = try errands()
        guard try isAllThere(known) else { return }
        guard let index = known.indices.randomElement(using: &random) else { return }
        var errand = known[index]
        let others = Self.some(known, &random).map(\.id)
        let changes: [String: JSON]
        switch random.next() % 3 {
        case 0:
            errand.next = others.first
            changes = ["next": others.first.map { .string($0) } ?? .null]
        case 1:
            errand.after = others
            changes = ["after": .array(others.map { .string($0) })]
        default:
            errand.related = ["now": others.first ?? errand.id]
            changes = ["related": ["now": .string(others.first ?? errand.id)]]
        }
        if random.next() % 2 == 0 {
            try Outbox(Errand.schema, in: store).patch(id: errand.id, with: changes)
        } else {
            try Outbox(Errand.schema, in: store).update(try document(errand), id: errand.id)
        }
        known[index] = errand
        try note(known)
    }

    /// Whether all errands are in the store: at first, a new device has only those with pending writes.
    private func isAllThere(_ errands: [Errand]) throws(StorageError) -> Bool {
        guard try store.value(forKey: AccountMove.note) != nil else { return true }
        return Set(errands.map(\.title)).isSuperset(of: try Self.errands(of: store).keys)
    }

    private static func some(_ errands: [Errand], _ random: inout SplitMix) -> [Errand] {
        Array(errands.shuffled(using: &random).prefix(Int(random.next() % 3)))
    }

    private func note(_ errands: [Errand]) throws(StorageError) {
        let titles = Dictionary(uniqueKeysWithValues: errands.map { ($0.id, $0.title) })
        let all = errands.map { ($0.title, ErrandLinks($0, titles: titles).json) }
        // The final check detects an errand that was created twice.
        let links = Dictionary(all) { first, _ in first }
        try store.set(try document(JSON.object(links)), forKey: Self.errandsKey)
    }

    private func errands() throws(StorageError) -> [Errand] {
        var errands: [Errand] = []
        for record in try store.records(in: "Errand", matching: .all) {
            do throws(JSONError) {
                errands.append(try Errand(jsonData: record.document))
            } catch {
                throw StorageError(.invalid, message: "\(error)", cause: error)
            }
        }
        return errands
    }
}
