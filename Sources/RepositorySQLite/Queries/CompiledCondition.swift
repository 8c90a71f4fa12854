import RepositoryLocal

/// A condition in SQL that matches at least all documents that the original condition matches.
///
/// In SQL, a comparison with null is null; here it is false. Where that matters, under a "not",
/// null is converted to false.
struct CompiledCondition {
    /// The condition without parentheses around it; nil if it is always true.
    private let bare: String?
    /// What joins the parts of the condition, if it has several.
    private let joint: Joint?
    /// The values of its placeholders, in order.
    let operands: [ColumnValue]
    /// Whether it matches no other documents.
    let isExact: Bool
    /// The number of its comparisons.
    let count: Int
    /// The number of parentheses around its innermost comparison.
    let depth: Int

    private enum Joint: String {
        case and = " AND "
        case or = " OR "
    }

    init(
        _ sql: String?,
        _ operands: [ColumnValue] = [],
        isExact: Bool,
        count: Int = 1,
        depth: Int = 0
    ) {
        self.init(sql, nil, operands, isExact: isExact, count: count, depth: depth)
    }

    private init(
        _ bare: String?,
        _ joint: Joint?,
        _ operands: [ColumnValue],
        isExact: Bool,
        count: Int,
        depth: Int
    ) {
        self.bare = bare
        self.joint = joint
        self.operands = operands
        self.isExact = isExact
        self.count = count
        self.depth = depth
    }

    /// A condition that is always true.
    static let always = CompiledCondition(nil, isExact: true, count: 0)
    /// A condition that is always false.
    static let never = CompiledCondition("0", isExact: true)
    /// A condition that the database cannot evaluate.
    static let unknown = CompiledCondition(nil, isExact: false, count: 0)

    /// The condition as a part of any other; nil if it is always true.
    var sql: String? { part(of: nil).sql }

    /// Whether it is known to be always true.
    var isAlways: Bool { bare == nil && isExact }
    private var isNever: Bool { bare == Self.never.bare }

    /// The same condition, but possibly matching more documents.
    var inexact: CompiledCondition {
        CompiledCondition(bare, joint, operands, isExact: false, count: count, depth: depth)
    }

    /// Returns the same condition with additional operands at the end.
    func appending(_ operands: [ColumnValue]) -> CompiledCondition {
        let all = self.operands + operands
        return CompiledCondition(bare, joint, all, isExact: isExact, count: count, depth: depth)
    }

    /// The condition as a part of one with a joint.
    ///
    /// Only a part with another joint gets parentheses: the parser of SQLite stacks them, and its
    /// stack has 100 entries in some versions.
    private func part(of outer: Joint?) -> (sql: String?, depth: Int) {
        joint == nil || joint == outer ? (bare, depth) : (bare.map { "(\($0))" }, depth + 1)
    }

    /// Two conditions that are not always true, with a joint between them.
    private static func joined(
        _ first: CompiledCondition,
        _ joint: Joint,
        _ second: CompiledCondition
    ) -> CompiledCondition {
        let parts = [first, second].map { $0.part(of: joint) }
        return CompiledCondition(
            parts.compactMap(\.sql).joined(separator: joint.rawValue),
            joint,
            first.operands + second.operands,
            isExact: first.isExact && second.isExact,
            count: first.count + second.count,
            depth: max(parts[0].depth, parts[1].depth)
        )
    }

    static prefix func ! (condition: CompiledCondition) -> CompiledCondition {
        // The negation of a too wide condition would be too narrow.
        guard condition.isExact else { return .unknown }
        guard let bare = condition.bare else { return .never }
        return CompiledCondition(
            "(\(bare)) IS NOT TRUE",
            condition.operands,
            isExact: true,
            count: condition.count + 1,
            depth: condition.depth + 1
        )
    }

    static func && (first: CompiledCondition, second: CompiledCondition) -> CompiledCondition {
        guard first.bare != nil else { return first.isExact ? second : second.inexact }
        guard second.bare != nil else { return second.isExact ? first : first.inexact }
        return joined(first, .and, second)
    }

    static func || (first: CompiledCondition, second: CompiledCondition) -> CompiledCondition {
        guard first.bare != nil, second.bare != nil else {
            // A part that is always true decides, and the result is exact only if that part is.
            return first.isAlways || second.isAlways ? .always : .unknown
        }
        if first.isNever { return second }
        if second.isNever { return first }
        return joined(first, .or, second)
    }
}
