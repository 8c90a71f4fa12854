import RepositoryLocal

/// A condition in SQL that holds where a condition on documents does, or oftener.
///
/// In SQL a comparison with null is null, and here it does not hold; where it matters, under a "not",
/// null is made false.
struct CompiledCondition {
    /// The condition; nil where it holds always.
    let sql: String?
    /// The values of its question marks, in order.
    let operands: [ColumnValue]
    /// Whether it holds only where the condition on documents does.
    let isExact: Bool
    /// The number of its comparisons.
    let count: Int

    init(_ sql: String?, _ operands: [ColumnValue] = [], isExact: Bool, count: Int = 1) {
        self.sql = sql
        self.operands = operands
        self.isExact = isExact
        self.count = count
    }

    /// What holds always.
    static let always = CompiledCondition(nil, isExact: true, count: 0)
    /// What never holds.
    static let never = CompiledCondition("0", isExact: true)
    /// What the database cannot decide.
    static let unknown = CompiledCondition(nil, isExact: false, count: 0)

    /// Whether it is known to hold always.
    var isAlways: Bool { sql == nil && isExact }
    private var isNever: Bool { sql == Self.never.sql }

    /// The same where it may hold oftener than the condition on documents.
    var inexact: CompiledCondition {
        CompiledCondition(sql, operands, isExact: false, count: count)
    }

    /// The same with more question marks behind it.
    func appending(_ operands: [ColumnValue]) -> CompiledCondition {
        CompiledCondition(sql, self.operands + operands, isExact: isExact, count: count)
    }

    static prefix func ! (condition: CompiledCondition) -> CompiledCondition {
        // The opposite of too much would be too little.
        guard condition.isExact else { return .unknown }
        guard let sql = condition.sql else { return .never }
        return CompiledCondition(
            "(\(sql)) IS NOT TRUE",
            condition.operands,
            isExact: true,
            count: condition.count + 1
        )
    }

    static func && (first: CompiledCondition, second: CompiledCondition) -> CompiledCondition {
        let parts = [first.sql, second.sql].compactMap { $0 }
        return CompiledCondition(
            parts.isEmpty ? nil : parts.count == 1 ? parts[0] : "(\(parts[0]) AND \(parts[1]))",
            first.operands + second.operands,
            isExact: first.isExact && second.isExact,
            count: first.count + second.count
        )
    }

    static func || (first: CompiledCondition, second: CompiledCondition) -> CompiledCondition {
        guard let left = first.sql, let right = second.sql else {
            // One that holds always decides, exactly only if it is exact itself.
            let isExact = first.sql == nil && first.isExact || second.sql == nil && second.isExact
            return isExact ? .always : .unknown
        }
        if first.isNever { return second }
        if second.isNever { return first }
        return CompiledCondition(
            "(\(left) OR \(right))",
            first.operands + second.operands,
            isExact: first.isExact && second.isExact,
            count: first.count + second.count
        )
    }
}
