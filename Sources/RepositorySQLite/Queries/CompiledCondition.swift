import RepositoryLocal

/// A condition in SQL that matches at least all documents that the original condition matches.
///
/// In SQL, a comparison with null is null; here it is false. Where that matters, under a "not",
/// null is converted to false.
struct CompiledCondition {
    /// The condition; nil if it is always true.
    let sql: String?
    /// The values of its placeholders, in order.
    let operands: [ColumnValue]
    /// Whether it matches no other documents.
    let isExact: Bool
    /// The number of its comparisons.
    let count: Int

    init(_ sql: String?, _ operands: [ColumnValue] = [], isExact: Bool, count: Int = 1) {
        self.sql = sql
        self.operands = operands
        self.isExact = isExact
        self.count = count
    }

    /// A condition that is always true.
    static let always = CompiledCondition(nil, isExact: true, count: 0)
    /// A condition that is always false.
    static let never = CompiledCondition("0", isExact: true)
    /// A condition that the database cannot evaluate.
    static let unknown = CompiledCondition(nil, isExact: false, count: 0)

    /// Whether it is known to be always true.
    var isAlways: Bool { sql == nil && isExact }
    private var isNever: Bool { sql == Self.never.sql }

    /// The same condition, but possibly matching more documents.
    var inexact: CompiledCondition {
        CompiledCondition(sql, operands, isExact: false, count: count)
    }

    /// Returns the same condition with additional operands at the end.
    func appending(_ operands: [ColumnValue]) -> CompiledCondition {
        CompiledCondition(sql, self.operands + operands, isExact: isExact, count: count)
    }

    static prefix func ! (condition: CompiledCondition) -> CompiledCondition {
        // The negation of a too wide condition would be too narrow.
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
            // A part that is always true decides, and the result is exact only if that part is.
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
