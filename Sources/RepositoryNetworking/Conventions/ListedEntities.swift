/// What the pages of a listing have given so far.
struct ListedEntities<Value: Identifiable & DictionaryRepresentable> {
    private let query: ServiceQuery
    private var values: [Value] = []
    private var seen: Set<Value.ID> = []
    private var firstCount: Int?
    private var count = 0
    /// Whether a full page, of fewer entities than the conventions say, had some that do not fit: the
    /// service ignores the condition, and pages that short would be many.
    private var isFilterIgnored = false

    /// Begins with none.
    init(_ query: ServiceQuery) {
        self.query = query
    }

    /// Whether nothing more is to be asked for by this query.
    var isDone: Bool { isEnough || isFilterIgnored }

    /// Whether nothing more is needed.
    private var isEnough: Bool { query.needed.map { count >= $0 } ?? false }

    /// What the criteria want of it.
    private var chosen: [Value] { query.chosen(among: values, firstCount: firstCount ?? 0) }

    /// What criteria ask for; where the service gave another part than it was asked for, or refuses the
    /// condition, of all there is.
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
        let query = ServiceQuery(criteria, conventions)
        try query.requireOwnConditions(during: "find \(Value.self)")
        let part: Self
        do throws(RepositoryError) {
            part = try await found(query)
        } catch {
            guard query.mayBeRefused(by: error, Value.self) else { throw error }
            let all = ServiceQuery(criteria, conventions, for: .unfiltered)
            // What fails without the condition, too, was not refused for it.
            do throws(RepositoryError) { return try await found(all).chosen } catch _ {
                throw error
            }
        }
        let isContradicted = part.query.isContradicted(by: part.values, isEnough: part.isEnough)
        guard part.isFilterIgnored || isContradicted else { return part.chosen }
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
        guard query.needed != nil else { return }
        let fitting = query.count(among: new)
        count += fitting
        guard let size = query.pageSize, page.count >= size, !isEnough else { return }
        isFilterIgnored = isFilterIgnored || fitting < new.count
    }
}
