import Foundation
import RepositoryLocal

/// An aggregation over a table, computed by the database where possible.
struct AggregateQuery {
    private let query: TableQuery
    private let aggregation: Aggregation
    private let filter: Condition
    /// The filter in SQL.
    private let condition: CompiledCondition

    /// Compiles an aggregation.
    ///
    /// - Parameters:
    ///   - aggregation: The aggregation.
    ///   - filter: The condition of the records.
    ///   - query: Queries the table.
    /// - Throws: `StorageError` if the table cannot be read.
    init(
        _ aggregation: Aggregation,
        where filter: Condition,
        _ query: TableQuery
    ) throws(StorageError) {
        self.query = query
        self.aggregation = aggregation
        self.filter = filter
        self.condition = try query.compile(Criteria(filter: filter)).condition
    }

    func groups() throws(StorageError) -> [AggregatedGroup] {
        if let groups = try groupsInDatabase() { return groups }
        return try groupsInMemory()
    }

    /// Returns the groups; nil if the database would compute another result than memory.
    private func groupsInDatabase() throws(StorageError) -> [AggregatedGroup]? {
        guard condition.isExact, let plan = try plan() else { return nil }
        guard let group = plan.group else { return [try singleGroup(of: plan.column)] }
        return try groups(by: group, of: plan.column)
    }

    /// The columns needed to compute an aggregation.
    private struct Plan {
        var column: StoredColumn?
        var group: StoredColumn?
    }

    /// Returns the columns of an aggregation; nil if the database would compute another result than
    /// memory.
    private func plan() throws(StorageError) -> Plan? {
        var plan = Plan()
        if let property = aggregation.property {
            guard let form = property.form, form.isExact,
                let column = query.table.column(of: property.key, form.kind),
                try !query.has(.outsiders(form), column)
            else { return nil }
            plan.column = column
        }
        if let group = aggregation.group {
            guard let form = group.form, form.tellsApart,
                let column = query.table.column(of: group.key, form.kind),
                try !query.has(.outsiders(form.withoutRange), column)
            else { return nil }
            plan.group = column
        }
        return plan
    }

    // MARK: - One group

    private func singleGroup(of column: StoredColumn?) throws(StorageError) -> AggregatedGroup {
        guard let column else {
            var tally = Tally()
            tally.count = try query.count(condition)
            return AggregatedGroup(key: .null, tally: tally)
        }
        let isThere = CompiledCondition("\(column.name) NOT NULL", isExact: true)
        var tally = Tally()
        switch aggregation.function {
        case .count, .sum, .average:
            // Only added if there is no other condition, so that the property's index is used.
            let condition = condition.isAlways ? isThere : condition
            let sums = try sums(of: column, where: condition, by: nil)
            tally = sums.first?.tally ?? tally
        case .minimum, .maximum:
            let direction = aggregation.function == .minimum ? "ASC" : "DESC"
            try query.select(
                "document",
                condition && isThere,
                " ORDER BY \(column.name) \(direction) LIMIT 1"
            ) { (row) throws(StorageError) in
                aggregation.add(
                    try query.members(of: row.data(0) ?? Data(), aggregation.keys),
                    to: &tally
                )
                return false
            }
        }
        return AggregatedGroup(key: .null, tally: tally)
    }

    // MARK: - Several groups

    private func groups(
        by group: StoredColumn,
        of column: StoredColumn?
    ) throws(StorageError) -> [AggregatedGroup] {
        var found: [(number: Int64, tally: Tally)] = []
        let isExtreme = [.minimum, .maximum].contains(aggregation.function)
        switch (aggregation.function, column) {
        case (.sum, let column?), (.average, let column?):
            found = try sums(of: column, where: condition, by: group)
        case (.minimum, let column?), (.maximum, let column?):
            // `number` is that of the row with the minimum or maximum.
            let function = aggregation.function == .minimum ? "min" : "max"
            try query.select(
                "number, \(function)(\(column.name))",
                condition,
                " GROUP BY \(group.name)"
            ) { row in
                found.append((row.integer(0), Tally()))
                return true
            }
        default:
            try query.select(
                "min(number), count(*)",
                condition,
                " GROUP BY \(group.name)"
            ) { row in
                var tally = Tally()
                tally.count = Int(row.integer(1))
                found.append((row.integer(0), tally))
                return true
            }
        }
        var groups: [AggregatedGroup] = []
        for (number, tally) in found {
            let members = try members(ofRecord: number)
            let key = aggregation.group.flatMap { members[$0.key] } ?? .null
            var tally = tally
            if isExtreme { aggregation.add(members, to: &tally) }
            groups.append(AggregatedGroup(key: key, tally: tally))
        }
        return groups
    }

    /// Returns the properties of one record of each group.
    private func members(ofRecord number: Int64) throws(StorageError) -> [String: JSON] {
        let statement = try query.connection.bound(
            "SELECT document FROM \(query.table.name) WHERE number = ?"
        )
        statement.bind(number, at: 1)
        guard try statement.step() else { return [:] }
        return try query.members(of: statement.data(0) ?? Data(), aggregation.keys)
    }

    // MARK: - Sums

    /// Returns the sums of a column, with the number of one record of each group, and optionally
    /// the number of values.
    private func sums(
        of column: StoredColumn,
        where condition: CompiledCondition,
        by group: StoredColumn?
    ) throws(StorageError) -> [(number: Int64, tally: Tally)] {
        let name = column.name
        let number = group == nil ? "0" : "min(number)"
        // Each function takes the same time, so `count` is only computed if needed.
        let count = aggregation.function == .average ? "count(\(name))" : "0"
        let rest = group.map { " GROUP BY \($0.name)" } ?? ""
        func select(
            _ sums: String,
            _ read: (borrowing BoundStatement, inout Tally) -> Void
        ) throws(StorageError) -> [(number: Int64, tally: Tally)] {
            var found: [(number: Int64, tally: Tally)] = []
            try query.select("\(number), \(count), \(sums)", condition, rest) { row in
                var tally = Tally()
                tally.count = Int(row.integer(1))
                read(row, &tally)
                found.append((row.integer(0), tally))
                return true
            }
            return found
        }
        guard column.holdsIntegers else {
            return try select("\(SumFunction.name)(\(name))") { $1.reals = $0.exactSum(2) }
        }
        do throws(StorageError) {
            return try select("sum(\(name))") { $1.integers.add($0.integer(2)) }
        } catch {
            // The sum overflows, possibly only in between; the sums of the halves do not.
            return try select("sum(\(name) >> 32), sum(\(name) & 4294967295)") { row, tally in
                tally.integers = WideSum(high: row.integer(2), low: row.integer(3))
            }
        }
    }

    // MARK: - In memory

    /// Returns the groups, computed from documents.
    private func groupsInMemory() throws(StorageError) -> [AggregatedGroup] {
        let keys = aggregation.keys.union(Criteria(filter: filter).keys)
        var groups = AggregatedGroups(aggregation)
        try query.select("document", condition, " ORDER BY number") {
            (row) throws(StorageError) in
            let members = try query.members(of: row.data(0) ?? Data(), keys)
            if condition.isExact || filter.holds(for: .object(members)) { groups.add(members) }
            return true
        }
        return groups.all
    }
}

extension StoredColumn {
    fileprivate var holdsIntegers: Bool {
        [.integer, .quoted(.integer)].contains(kind?.leaf)
    }
}
