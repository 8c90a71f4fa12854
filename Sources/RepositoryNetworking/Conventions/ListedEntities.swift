/// The entities of the pages received so far.
struct ListedEntities<Value: Identifiable & DictionaryRepresentable> {
    private let query: ServiceQuery
    private var values: [Value] = []
    private var seen: Set<Value.ID> = []
    private var firstCount: Int?
    private var count = 0
    /// Whether a full page, smaller than the page size of the conventions, had entities that do not
    /// match.
    ///
    /// The service then ignores the condition, and reading everything in such small pages would
    /// take too many requests.
    private var isFilterIgnored = false

    /// Creates an empty list.
    init(_ query: ServiceQuery) {
        self.query = query
    }

    /// Whether no more pages should be requested with this query.
    var isDone: Bool { isEnough || isFilterIgnored }

    /// Whether there are enough entities.
    private var isEnough: Bool { query.needed.map { count >= $0 } ?? false }

    /// The entities that the criteria select.
    private var chosen: [Value] { query.chosen(among: values, firstCount: firstCount ?? 0) }

    /// Returns the entities that criteria select, from an unfiltered listing if the service ignored
    /// the offset or rejects the condition.
    ///
    /// - Parameters:
    ///   - criteria: The filter, order, limit and offset.
    ///   - conventions: The conventions of the service.
    ///   - api: The API of the service.
    ///   - found: Sends the query.
    /// - Returns: The entities.
    /// - Throws: The error of `found`.
    static func chosen(
        by criteria: Criteria,
        _ conventions: Conventions,
        of api: any APIDefinition.Type,
        _ found: (ServiceQuery) async throws(RepositoryError) -> Self
    ) async throws(RepositoryError) -> [Value] {
        let query = ServiceQuery(criteria, conventions, of: api)
        try query.requireOwnConditions(during: "find \(Value.self)")
        let part: Self
        do throws(RepositoryError) {
            part = try await found(query)
        } catch {
            guard query.mayBeRefused(by: error, Value.self) else { throw error }
            let all = ServiceQuery(criteria, conventions, of: api, for: .unfiltered)
            // If the unfiltered request fails too, the condition was not the reason.
            do throws(RepositoryError) { return try await found(all).chosen } catch _ {
                throw error
            }
        }
        let isContradicted = part.query.isContradicted(by: part.values, isEnough: part.isEnough)
        guard part.isFilterIgnored || isContradicted else { return part.chosen }
        return try await found(ServiceQuery(criteria, conventions, of: api, for: .whole)).chosen
    }

    /// Adds the entities of a page.
    ///
    /// An entity of an earlier page was moved by a write in between, and is the same.
    mutating func add(_ page: [Value]) {
        let new = firstCount == nil ? page : page.filter { !seen.contains($0.id) }
        firstCount = firstCount ?? page.count
        seen.formUnion(new.map(\.id))
        values += new
        guard query.needed != nil else { return }
        let fitting = query.count(among: new)
        count += fitting
        guard let size = query.pageSize, page.count >= size, !isEnough else { return }
        isFilterIgnored = isFilterIgnored || fitting < new.count
    }
}
