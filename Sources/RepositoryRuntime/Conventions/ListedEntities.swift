/// What the pages of a listing have given so far.
struct ListedEntities<Value: Identifiable & DictionaryRepresentable> {
    private let query: ServiceQuery
    private var values: [Value] = []
    private var seen: Set<Value.ID> = []
    private var firstCount: Int?
    private var count = 0

    /// Begins with none.
    init(_ query: ServiceQuery) {
        self.query = query
    }

    /// Whether nothing more is needed.
    var isEnough: Bool { query.needed.map { count >= $0 } ?? false }

    /// What the criteria want of it.
    var chosen: [Value] { query.chosen(among: values, firstCount: firstCount ?? 0) }

    /// What criteria ask for; where the service gave another part than it was asked for, of all there is.
    ///
    /// - Parameters:
    ///   - criteria: Which, in which order, and which part of them.
    ///   - conventions: How the service is asked.
    ///   - found: Asks.
    /// - Returns: The entities.
    /// - Throws: What `found` throws.
    static func chosen(
        by criteria: Criteria,
        _ conventions: Conventions,
        _ found: (ServiceQuery) async throws(RepositoryError) -> Self
    ) async throws(RepositoryError) -> [Value] {
        let part = try await found(ServiceQuery(criteria, conventions))
        guard part.query.isContradicted(by: part.values, isEnough: part.isEnough) else {
            return part.chosen
        }
        return try await found(ServiceQuery(criteria, conventions, for: .whole)).chosen
    }

    /// Adds the entities of a page.
    ///
    /// What came on an earlier page was moved by a write between the two, and is the same.
    mutating func add(_ page: [Value]) {
        let new = firstCount == nil ? page : page.filter { !seen.contains($0.id) }
        firstCount = firstCount ?? page.count
        seen.formUnion(new.map(\.id))
        values += new
        if query.needed != nil { count += query.count(among: new) }
    }
}
