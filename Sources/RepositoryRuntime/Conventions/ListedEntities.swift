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

    /// Whether the service gave another part than it was asked for, so that it has to be asked for all.
    var isContradicted: Bool { query.isContradicted(by: values, isEnough: isEnough) }

    /// What the criteria want of it.
    var chosen: [Value] { query.chosen(among: values, firstCount: firstCount ?? 0) }

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
