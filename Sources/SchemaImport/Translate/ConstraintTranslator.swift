import Diagnostics
import RepositoryValues
import SchemaLanguage
import YAMLTree

/// A constraint of a document with its keywords.
struct ImportedConstraint: Hashable {
    var constraint: Constraint
    /// The keywords, each with its position.
    var keywords: [Keyword]

    /// A keyword and its position.
    struct Keyword: Hashable {
        var name: String
        var range: SourceRange
    }
}

/// Converts keywords that restrict values to constraints.
enum ConstraintTranslator {
    /// The constraints of a schema; unsupported ones are left out.
    static func constraints(of object: SchemaObject) -> [ImportedConstraint] {
        let node = object.node
        var found: [ImportedConstraint] = []
        func add(_ constraint: Constraint?, _ key: String) { add(constraint, [key]) }
        func add(_ constraint: Constraint?, _ keys: [String]) {
            guard let constraint else { return }
            let pairs = node.pairs.filter { keys.contains($0.key.text ?? "") }
            let keywords = pairs.map {
                ImportedConstraint.Keyword(name: $0.key.text ?? "", range: $0.key.range)
            }
            found.append(ImportedConstraint(constraint: constraint, keywords: keywords))
        }
        add(object.format.flatMap(TextFormat.init).map { .format($0) }, [])
        add(count("minLength", of: node).map { .minLength($0) }, "minLength")
        add(count("maxLength", of: node).map { .maxLength($0) }, "maxLength")
        let pattern = node["pattern"]?.text.flatMap { text in
            Pattern.isBetweenSlashes(text) ? nil : try? Pattern(text).source
        }
        add(pattern.map { .pattern($0) }, "pattern")
        let minimum = bound("minimum", of: node)
        let maximum = bound("maximum", of: node)
        // Up to draft 4, a flag makes a bound exclusive.
        let isAboveMinimum = node["exclusiveMinimum"]?.bool == true
        let isBelowMaximum = node["exclusiveMaximum"]?.bool == true
        if !isAboveMinimum { add(minimum.map { .minimum($0) }, "minimum") }
        if !isBelowMaximum { add(maximum.map { .maximum($0) }, "maximum") }
        let low = isAboveMinimum ? minimum : bound("exclusiveMinimum", of: node)
        let high = isBelowMaximum ? maximum : bound("exclusiveMaximum", of: node)
        let lowKeys = ["exclusiveMinimum"] + (isAboveMinimum ? ["minimum"] : [])
        let highKeys = ["exclusiveMaximum"] + (isBelowMaximum ? ["maximum"] : [])
        add(low.map { .exclusiveMinimum($0) }, lowKeys)
        add(high.map { .exclusiveMaximum($0) }, highKeys)
        let divisor = bound("multipleOf", of: node).flatMap { divisor in
            Constraint.exclusiveMinimum(0).isSatisfied(by: .number(divisor.number)) ? divisor : nil
        }
        add(divisor.map { .multipleOf($0) }, "multipleOf")
        add(count("minItems", of: node).map { .minItems($0) }, "minItems")
        add(count("maxItems", of: node).map { .maxItems($0) }, "maxItems")
        if node["uniqueItems"]?.bool == true { add(.uniqueItems, "uniqueItems") }
        return found
    }

    private static func number(_ key: String, of node: YAMLNode) -> JSON.Number? {
        guard let value = node[key], [.integer, .float].contains(value.meaning) else { return nil }
        return value.text.flatMap { JSON.Number($0) }
    }

    private static func bound(_ key: String, of node: YAMLNode) -> Constraint.Bound? {
        number(key, of: node).flatMap { Constraint.Bound(exactly: $0) }
    }

    private static func count(_ key: String, of node: YAMLNode) -> Int? {
        number(key, of: node)?.integer(Int.self).flatMap { $0 >= 0 ? $0 : nil }
    }
}

extension [ImportedConstraint] {
    /// These and other constraints without contradictions, in canonical order.
    ///
    /// Of two with the same keyword, the stricter one counts.
    func joined(with others: [ImportedConstraint]) -> [ImportedConstraint] {
        var joined = self
        for other in others {
            let known = joined.firstIndex { $0.constraint.keyword == other.constraint.keyword }
            guard let known else {
                joined.append(other)
                continue
            }
            if other.constraint.implies(joined[known].constraint) {
                joined[known].constraint = other.constraint
            } else if !joined[known].constraint.implies(other.constraint) {
                continue
            }
            joined[known].keywords += other.keywords
        }
        func place(of one: ImportedConstraint) -> Int {
            ConstraintParser.keys.firstIndex(of: one.constraint.keyword) ?? -1
        }
        joined.sort { place(of: $0) < place(of: $1) }
        return joined.filter { one in
            !joined.contains { other in
                one.constraint.isAbove(other.constraint) || other.constraint.isAbove(one.constraint)
            }
        }
    }

    /// The constraints of single values, as applied inside of arrays and dictionaries.
    var ofSingleValues: [ImportedConstraint] {
        filter { $0.constraint.restrictedKind != .array }
    }
}

extension Constraint {
    /// Whether another constraint with the same keyword adds nothing to this one.
    func implies(_ other: Constraint) -> Bool {
        switch (self, other) {
        case (.minLength(let one), .minLength(let other)),
            (.minItems(let one), .minItems(let other)):
            one >= other
        case (.maxLength(let one), .maxLength(let other)),
            (.maxItems(let one), .maxItems(let other)):
            one <= other
        case (.minimum(let bound), .minimum), (.maximum(let bound), .maximum),
            (.multipleOf(let bound), .multipleOf):
            other.isSatisfied(by: .number(bound.number))
        case (.exclusiveMinimum(let bound), .exclusiveMinimum),
            (.exclusiveMaximum(let bound), .exclusiveMaximum):
            self == other || other.isSatisfied(by: .number(bound.number))
        default: self == other
        }
    }
}

extension ProposedProperty {
    /// Applies constraints, and removes the findings that nothing checks them.
    mutating func restrict(by use: TypeUse, _ findings: inout Findings) {
        restrict(by: use.constraints.map(\.constraint))
        for one in use.constraints where constraints.contains(one.constraint) {
            for keyword in one.keywords {
                findings.removeUnchecked(keyword.name, at: keyword.range)
            }
        }
    }

    /// Applies the constraints that its type allows and its default satisfies, and drops an example
    /// that violates one.
    mutating func restrict(by constraints: [Constraint]) {
        self.constraints = constraints.filter { one in
            type.allows(one) && defaultValue?.json.map(one.isSatisfied) ?? true
        }
        if let value = example?.json, !constraints.allSatisfy({ $0.isSatisfied(by: value) }) {
            example = nil
        }
    }
}

extension ProposedType {
    /// Whether a constraint applies to values of the type, or to single values in it.
    func allows(_ constraint: Constraint) -> Bool {
        switch constraint.restrictedKind {
        case .array: if case .array = withoutNull { true } else { false }
        case .number:
            leaf.leafName.map { $0.isIntegerType || ["Double", "Float", "Decimal"].contains($0) }
                ?? false
        default: leaf.leafName == "String"
        }
    }
}

extension ProposedValue {
    /// The value in JSON; nil if no constraint applies to it.
    fileprivate var json: JSON? {
        switch self {
        case .text(let text): .string(text)
        case .literal(let text): JSON.Number(text).map { .number($0) }
        case .emptyArray: .array([])
        case .enumCase, .emptyDictionary: nil
        }
    }
}

extension SchemaNode {
    /// A single value in JSON; nil for any other.
    fileprivate var json: JSON? {
        switch self {
        case .text(let text): .string(text)
        case .literal(let text): JSON.Number(text).map { .number($0) }
        case .sequence, .mapping: nil
        }
    }
}

extension SchemaMapping {
    /// Appends the keys of constraints.
    mutating func add(_ constraints: [Constraint]) {
        for constraint in constraints {
            let value: SchemaNode =
                switch constraint {
                case .minLength(let count), .maxLength(let count), .minItems(let count),
                    .maxItems(let count):
                    .literal("\(count)")
                case .pattern(let pattern): .text(pattern)
                case .format(let format): .text(format.rawValue)
                case .minimum(let bound), .maximum(let bound), .exclusiveMinimum(let bound),
                    .exclusiveMaximum(let bound), .multipleOf(let bound):
                    .literal(bound.description)
                case .uniqueItems: .literal("true")
                }
            add(constraint.keyword, value)
        }
    }
}
