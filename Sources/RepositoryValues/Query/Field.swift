import Foundation

/// A property in queries, with its JSON key and the JSON form of its values.
///
///     let found = try await messages.find { $0.text == "hi" && $0.likes > 3 }
///
/// Generated entities declare their fields in `Fields`. Comparisons do not depend on the JSON form:
/// dates are compared as instants, and numbers in strings by their value.
public struct Field<Value: Sendable>: Sendable {
    /// The JSON key; for a nested property, that of the outer property.
    public let key: String
    /// The keys that lead from there to a nested property; empty for a property of the entity
    /// itself.
    package let path: [String]

    let write: @Sendable (Value) -> JSON
    /// Reads the value of the entity under ``key``.
    let read: @Sendable (JSON) -> Value?
    let form: ColumnForm?

    /// Creates a field for a property in the default form of its type.
    ///
    /// - Parameter key: The JSON key.
    public init(_ key: String)
    where Value: DictionaryValueInitializable & DictionaryValueRepresentable {
        self.key = key
        self.path = []
        // A value without a JSON form, such as an infinite number, equals no JSON value.
        self.write = { value in (try? JSON(any: value.dictionaryValue)) ?? .null }
        self.read = { json in try? Value(dictionaryValue: json.any) }
        self.form = ColumnForm(of: Value.self)
    }

    /// Creates a field for a property with a codec.
    ///
    /// - Parameters:
    ///   - key: The JSON key.
    ///   - codec: The codec.
    public init<Codec: JSONCodec>(_ key: String, using codec: Codec) where Codec.Value == Value {
        self.key = key
        self.path = []
        self.write = { value in (try? JSON(any: codec.dictionaryValue(of: value))) ?? .null }
        self.read = { json in try? codec.decode(dictionaryValue: json.any) }
        self.form = (codec as? any ColumnCodec)?.columnForm
    }

    /// Creates a field for a property of a nested value.
    ///
    /// - Parameters:
    ///   - property: The property of the value.
    ///   - value: The outer property.
    init<Outer>(_ property: Field, of value: Field<Outer>) {
        let steps = value.path + [property.key]
        self.key = value.key
        self.path = steps + property.path
        self.write = property.write
        self.read = { [read = property.read] json in read(json.value(at: steps)) }
        self.form = property.form?.at(steps)
    }

    /// Creates a field with the plain values of a property of typed identities.
    ///
    /// - Parameter field: The property.
    init<Owner>(identities field: Field<TypedIdentity<Owner, Value>>) {
        self.key = field.key
        self.path = field.path
        self.write = { [write = field.write] value in write(TypedIdentity(rawValue: value)) }
        self.read = { [read = field.read] json in read(json)?.rawValue }
        self.form = field.form
    }
}

// MARK: - Conditions

extension Field {
    /// Returns a value as it is stored: in the formats of `DateCodec`, a date has no fraction of a
    /// microsecond.
    fileprivate func stored(_ value: Value) -> Value {
        guard case .date? = form?.kind.leaf else { return value }
        return (value as? Date).flatMap { Instant($0)?.date as? Value } ?? value
    }
}

extension Field where Value: Equatable {
    /// Returns a condition that the property equals a value; nil matches null and missing.
    public static func == (field: Field, value: Value?) -> Condition {
        guard let value else {
            return field.isNil
        }
        let stored = field.stored(value)
        return field.comparison(.equal, stored) { $0 == stored }
    }

    /// Returns a condition that the property has another value, or none.
    public static func != (field: Field, value: Value?) -> Condition {
        !(field == value)
    }

    /// Returns a condition that the property equals one of several values.
    ///
    /// - Parameter values: The values.
    /// - Returns: The condition.
    public func isOneOf(_ values: some Sequence<Value>) -> Condition {
        let values = values.map(stored)
        return .comparison(
            Comparison(
                key: key,
                path: path,
                operator: .isOneOf,
                operands: values.map(write),
                isDeclared: true,
                columns: ColumnOperands(form, values).map { [$0] } ?? [],
                matches: { [read] json in read(json).map { values.contains($0) } ?? false }
            )
        )
    }
}

extension Field where Value: Comparable {
    /// Returns a condition that the property is less than a value.
    public static func < (field: Field, value: Value) -> Condition {
        let value = field.stored(value)
        return field.comparison(.less, value) { field.precedes($0, value) }
    }

    /// Returns a condition that the property is at most a value.
    public static func <= (field: Field, value: Value) -> Condition {
        let value = field.stored(value)
        return field.comparison(.lessOrEqual, value) { $0 == value || field.precedes($0, value) }
    }

    /// Returns a condition that the property is greater than a value.
    public static func > (field: Field, value: Value) -> Condition {
        let value = field.stored(value)
        return field.comparison(.greater, value) { field.precedes(value, $0) }
    }

    /// Returns a condition that the property is at least a value.
    public static func >= (field: Field, value: Value) -> Condition {
        let value = field.stored(value)
        return field.comparison(.greaterOrEqual, value) { $0 == value || field.precedes(value, $0) }
    }

    /// Ascending order; missing values come first.
    public var ascending: Order {
        order(isAscending: true)
    }

    /// Descending order; missing values come last.
    public var descending: Order {
        order(isAscending: false)
    }

    /// Returns whether a value precedes another one; strings in a column are ordered by
    /// ``TextOrder``.
    func precedes(_ first: Value, _ second: Value) -> Bool {
        guard let form, form.kind.leaf == .text, form.isOrdered,
            let one = ColumnForm.text(of: first),
            let other = ColumnForm.text(of: second)
        else { return first < second }
        return TextOrder.precedes(one, other)
    }

    private func order(isAscending: Bool) -> Order {
        Order(key: key, path: path, isAscending: isAscending, form: form) { first, second in
            relation(first, second) { first, second in
                first == second ? .same : precedes(first, second) ? .ascending : .descending
            }
        } position: { json in
            // A missing value is less than any other.
            switch (read(json), isAscending) {
            case (nil, true): Order.Position(notBefore: .always, behind: !isUnreadable)
            case (nil, false): Order.Position(notBefore: isUnreadable, behind: .any([]))
            case (let value?, true): Order.Position(notBefore: self >= value, behind: self > value)
            case (let value?, false):
                Order.Position(
                    notBefore: self <= value || isUnreadable,
                    behind: self < value || isUnreadable
                )
            }
        }
    }

    /// A condition that the property has no value of its type.
    private var isUnreadable: Condition {
        .comparison(
            Comparison(
                key: key,
                path: path,
                operator: .hasNoValue,
                operands: [],
                isDeclared: true,
                columns: ColumnOperands(form, [] as [Value]).map { [$0] } ?? [],
                matches: { [read] json in read(json) == nil }
            )
        )
    }
}

extension Field {
    /// Compares two values; missing values come first.
    func relation(
        _ first: JSON?,
        _ second: JSON?,
        _ compare: (Value, Value) -> Order.Relation
    ) -> Order.Relation {
        switch (first.flatMap(read), second.flatMap(read)) {
        case (nil, nil): .same
        case (nil, _): .ascending
        case (_, nil): .descending
        case (let first?, let second?): compare(first, second)
        }
    }

    /// A condition that the property is null or missing.
    public var isNil: Condition {
        .comparison(
            Comparison(
                key: key,
                path: path,
                operator: .isNull,
                operands: [],
                isDeclared: true,
                matches: { [path] json in json.value(at: path).isNull }
            )
        )
    }

    func comparison(
        _ operator: Comparison.Operator,
        _ value: Value,
        _ holds: @escaping @Sendable (Value) -> Bool
    ) -> Condition {
        let form = self.form.flatMap { $0.isOrdered || `operator` == .equal ? $0 : nil }
        return .comparison(
            Comparison(
                key: key,
                path: path,
                operator: `operator`,
                operands: [write(value)],
                isDeclared: true,
                columns: ColumnOperands(form, [value]).map { [$0] } ?? [],
                matches: { [read] json in read(json).map(holds) ?? false }
            )
        )
    }
}
