import RepositoryValues

/// Constraints as arguments of generated code.
enum ConstraintLiteral {
    /// The expression of a constraint: `.maxLength(80)`.
    static func literal(_ constraint: Constraint) -> String {
        switch constraint {
        case .minLength(let count), .maxLength(let count), .minItems(let count),
            .maxItems(let count):
            ".\(constraint.keyword)(\(NumberLiteral.integer("\(count)")))"
        case .pattern(let pattern): ".pattern(\(StringLiteral.literal(pattern)))"
        case .format(let format): ".format(.\(format))"
        case .minimum(let bound), .maximum(let bound), .exclusiveMinimum(let bound),
            .exclusiveMaximum(let bound), .multipleOf(let bound):
            ".\(constraint.keyword)(\(literal(bound.number)))"
        case .uniqueItems: ".uniqueItems"
        }
    }

    private static func literal(_ number: JSON.Number) -> String {
        if let whole = number.integer(Int64.self) { return NumberLiteral.integer("\(whole)") }
        return NumberLiteral.double(number.literal)
    }
}
