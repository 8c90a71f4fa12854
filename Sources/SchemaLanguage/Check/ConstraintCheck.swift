import Diagnostics
import RepositoryValues
import YAMLTree

/// Checks that constraints fit the type of their property and one another, and that the default and
/// the example satisfy them.
struct ConstraintCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let groups = index.groups.filter { $0.ownProperties.contains { !$0.constraints.isEmpty } }
        guard !groups.isEmpty else { return [] }
        let hashability = Hashability(index)
        return groups.flatMap { group in
            group.ownProperties.flatMap { property -> [Diagnostic] in
                guard !property.constraints.isEmpty, let type = index.resolve(property.type) else {
                    return []
                }
                let misplaced = property.constraints.compactMap {
                    self.misplaced($0, property, type, index, hashability)
                }
                guard misplaced.isEmpty else { return misplaced }
                let impossible =
                    contradictions(among: property.constraints)
                    + property.constraints.compactMap {
                        outOfRange($0, of: index.constrainedPrimitive(of: type))
                    }
                guard impossible.isEmpty, index.isWireFormKnown(of: property, in: group) else {
                    return impossible
                }
                let wire = index.wire(of: property, type, group.heading, group.document)
                let constraints = index.constraints(of: property, type, wire)
                return broken(by: property, type, constraints, index)
            }
        }
    }

    // MARK: - The type

    private func misplaced(
        _ constraint: Located<Constraint>,
        _ property: PropertyDeclaration,
        _ type: CheckedType,
        _ index: SchemaIndex,
        _ hashability: Hashability
    ) -> Diagnostic? {
        let keyword = constraint.value.keyword
        let name = property.name.value.shortened(to: 60)
        let leaf = index.constrainedPrimitive(of: type)
        let isArray = if case .array = type.withoutNull { true } else { false }
        let problem: String
        switch constraint.value.restrictedKind {
        case .array where isArray:
            guard constraint.value == .uniqueItems, let declared = type.leaf.declaredName,
                !hashability.isHashable(declared)
            else { return nil }
            return Diagnostic(
                rule: SchemaRule.misplacedConstraint,
                "the elements of '\(name)' cannot be compared: \(declared) is not hashable",
                at: constraint.range,
                hint: "drop `uniqueItems:`, or `hashable: false`"
            )
        case .array: problem = "applies to arrays, and '\(name)' is not one"
        case .number where leaf?.isNumber == true: return nil
        case .number: problem = "applies to numbers, and the type of '\(name)' contains none"
        case _ where leaf == .string: return nil
        default: problem = "applies to strings, and the type of '\(name)' contains none"
        }
        return Diagnostic(
            rule: SchemaRule.misplacedConstraint,
            "`\(keyword)` \(problem)",
            at: constraint.range,
            hint: hint(for: constraint.value, type.withoutNull, leaf)
        )
    }

    private func hint(
        for constraint: Constraint,
        _ type: CheckedType,
        _ leaf: PrimitiveType?
    ) -> String? {
        let keyword = constraint.keyword
        let isArray = if case .array = type { true } else { false }
        if case .dictionary = type, keyword.hasSuffix("Items") {
            return "the number of entries of a dictionary cannot be constrained: drop `\(keyword):`"
        }
        switch type.leaf {
        case .enumeration(let name): return "the enum \(name) lists its values: drop `\(keyword):`"
        case .identity: return "identities have no constraints: drop `\(keyword):`"
        case .value(let name), .entity(let name):
            if !isArray, keyword.hasSuffix("Items") { break }
            return "write it on the properties of \(name)"
        case .union(let name):
            if !isArray, keyword.hasSuffix("Items") { break }
            return "write it on the properties of the cases of \(name)"
        default: break
        }
        let isMinimum = keyword.hasPrefix("min")
        let isCount = keyword.hasSuffix("Length") || keyword.hasSuffix("Items")
        guard isCount || ["minimum", "maximum"].contains(keyword) else {
            return "drop `\(keyword):`"
        }
        if leaf == .string { return "write `\(isMinimum ? "minLength" : "maxLength"):`" }
        if leaf?.isNumber == true { return "write `\(isMinimum ? "minimum" : "maximum"):`" }
        if isArray { return "write `\(isMinimum ? "minItems" : "maxItems"):`" }
        return "drop `\(keyword):`"
    }

    // MARK: - Contradictions

    /// The pairs of constraints that no value can satisfy.
    private func contradictions(among constraints: [Located<Constraint>]) -> [Diagnostic] {
        constraints.flatMap { low in
            constraints.compactMap { high in
                guard low.value.isAbove(high.value) else { return nil }
                return Diagnostic(
                    rule: SchemaRule.invalidConstraint,
                    "no value satisfies both `\(low.value.keyword)` and `\(high.value.keyword)`",
                    at: low.range,
                    notes: [
                        Diagnostic.Note("`\(high.value.keyword)` is here", at: high.range)
                    ]
                )
            }
        }
    }

    /// A bound beyond all values of an integer type.
    private func outOfRange(
        _ constraint: Located<Constraint>,
        of type: PrimitiveType?
    ) -> Diagnostic? {
        let bound: Constraint.Bound
        let isBelow: Bool
        switch constraint.value {
        case .minimum(let low), .exclusiveMinimum(let low): (bound, isBelow) = (low, false)
        case .maximum(let high), .exclusiveMaximum(let high): (bound, isBelow) = (high, true)
        default: return nil
        }
        // A bound on the other side allows all values.
        let isBeyond = Constraint.maximum(0).isSatisfied(by: .number(bound.number)) == isBelow
        guard let type, type.isInteger, isBeyond,
            let digits = bound.description.split(separator: ".").first.map(String.init),
            digits.isDecimalInteger, !type.canHold(digits)
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidConstraint,
            "no value of \(type.rawValue) satisfies `\(constraint.value.keyword)`",
            at: constraint.range
        )
    }

    // MARK: - Values

    /// The default and the example that violate a constraint.
    private func broken(
        by property: PropertyDeclaration,
        _ type: CheckedType,
        _ constraints: CheckedConstraints,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        var found: [Diagnostic] = []
        let name = property.name.value.shortened(to: 60)
        if let literal = property.defaultValue,
            let value = index.literal(literal, as: type)?.json,
            let problem = constraints.constraints.problems(in: value).first
        {
            found.append(
                Diagnostic(
                    rule: SchemaRule.invalidDefault,
                    "the default of '\(name)' violates `\(problem.constraint.keyword)`: it "
                        + "\(problem.message)",
                    at: literal.range
                )
            )
        }
        if let example = property.example,
            let value = try? JSON(jsonText: JSONText.text(of: example)),
            let problem = constraints.problems(in: value, at: JSONKeyPath()).first
        {
            let place = problem.path.components.isEmpty ? "" : " at \(problem.path)"
            found.append(
                Diagnostic(
                    rule: SchemaRule.invalidExample,
                    "the example of '\(name)' violates `\(problem.constraint.keyword)`\(place): it "
                        + "\(problem.message)",
                    at: example.range
                )
            )
        }
        return found
    }
}

extension SchemaIndex {
    /// The constraints of a property, each once, in the order in which they are declared.
    func constraints(
        of property: PropertyDeclaration,
        _ type: CheckedType,
        _ wire: WireForm
    ) -> CheckedConstraints {
        var form = wire
        if case .scalar(let name) = type.leaf { form = self.form(ofScalar: name)?.wire ?? wire }
        return CheckedConstraints(
            property.constraints.map(\.value),
            numbersAreText: form == .text && constrainedPrimitive(of: type)?.isNumber == true
        )
    }

    /// The built-in type of the single values in a type, or of their scalar; nil for declared types
    /// and references.
    fileprivate func constrainedPrimitive(of type: CheckedType) -> PrimitiveType? {
        switch type.leaf {
        case .primitive(let primitive): primitive
        case .scalar(let name): form(ofScalar: name)?.primitive
        default: nil
        }
    }
}

extension PrimitiveType {
    /// Whether it is a number that constraints can compare.
    fileprivate var isNumber: Bool {
        isInteger || [.double, .float, .decimal].contains(self)
    }
}

extension CheckedLiteral {
    /// The value in JSON, with numbers as numbers; nil for values that no constraint applies to.
    fileprivate var json: JSON? {
        switch self {
        case .integer(let text), .decimal(let text): JSON.Number(text).map { .number($0) }
        case .string(let text): .string(text)
        case .emptyArray: .array([])
        case .null, .bool, .enumerationCase, .emptyDictionary: nil
        }
    }
}
