#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A value in a database column.
package enum ColumnValue: Hashable, Sendable {
    /// An integer.
    case integer(Int64)
    /// Any number.
    case real(Double)
    /// Text.
    case text(String)
}

/// The representation of the values of a field in a database column.
package struct ColumnForm: Hashable, Sendable {
    /// The kind of the column.
    package let kind: IndexedProperty.Kind
    /// The range of integers that are values of the field; nil if all that fit the column are.
    package let range: ClosedRange<Int64>?
    /// Whether the database compares values exactly like Swift.
    ///
    /// If not, the database may treat more values as equal, but never inverts their order: its
    /// result is a superset.
    package let isExact: Bool
    /// Whether the database can order the values, rather than only test them for equality.
    package let isOrdered: Bool
    /// Whether unequal values of the field are always unequal in the database.
    package let tellsApart: Bool

    init(
        _ kind: IndexedProperty.Kind,
        range: ClosedRange<Int64>? = nil,
        isExact: Bool = true,
        isOrdered: Bool = true,
        tellsApart: Bool? = nil
    ) {
        self.kind = kind
        self.range = range
        self.isExact = isExact
        self.isOrdered = isOrdered
        self.tellsApart = tellsApart ?? isExact
    }

    /// Creates the column form of a type with its own JSON form; nil if there is none.
    init?(of type: Any.Type) {
        switch type {
        case is String.Type: self.init(.text)
        case is Bool.Type: self.init(.boolean)
        case is Double.Type: self.init(.real)
        case is Float.Type: self.init(.float)
        case is URL.Type: self.init(.url)
        case is Decimal.Type: self.init(.real, isExact: false)
        case is Date.Type: self.init(.date(DateCodec(.iso8601)))
        case is Day.Type: self.init(.day)
        case is UUID.Type: self.init(.uuid)
        case let list as any ColumnList.Type:
            guard let form = ColumnForm(elements: ColumnForm(of: list.elementType)) else {
                return nil
            }
            self = form
        case let integer as any FixedWidthInteger.Type: self.init(range: integer)
        case let identity as any AnyTypedIdentity.Type: self.init(of: identity.rawType)
        // Two cases may have the same raw value, so only the values can be compared exactly.
        case let open as any OpenEnum.Type: self.init(rawValue: open)
        case let closed as any ClosedEnum.Type: self.init(rawValue: closed)
        case let scalar as any ScalarRepresentable.Type: self.init(scalar: scalar)
        default: return nil
        }
    }

    private init<Value: FixedWidthInteger>(range type: Value.Type) {
        let lower = Int64(clamping: Value.min)
        let upper = Int64(clamping: Value.max)
        let isWhole = lower == .min && upper == .max
        self.init(.integer, range: isWhole ? nil : lower...upper)
    }

    private init?<Value: RawRepresentable>(rawValue type: Value.Type) {
        guard let form = ColumnForm(of: Value.RawValue.self) else { return nil }
        switch form.kind {
        // Their order is custom.
        case .text, .integer:
            // All values read with the same raw value are the same case.
            self.init(form.kind, isExact: false, isOrdered: false, tellsApart: true)
        default: return nil
        }
    }

    private init?<Value: ScalarRepresentable>(scalar type: Value.Type) {
        // Otherwise a value in another form could be stored in the column, and would not be found.
        guard Value.isCanonical, let form = ColumnForm(of: Value.Representation.self) else {
            return nil
        }
        self.init(form.kind, isExact: false, isOrdered: false)
    }

    /// Creates the column form of arrays; nil if their elements cannot be found by a column.
    init?(elements: ColumnForm?) {
        guard let elements, elements.isFoundInLists else { return nil }
        // An array with an element of another type is a different value.
        self.init(
            .elements(elements.kind),
            isExact: elements.isExact && elements.range == nil,
            isOrdered: false,
            tellsApart: false
        )
    }

    /// Whether a column can find such values in an array: their text form is read back without
    /// loss.
    private var isFoundInLists: Bool {
        switch kind {
        case .text, .integer, .day, .uuid, .url: true
        case .real, .float, .boolean, .quoted, .date, .elements, .member: false
        }
    }

    /// The form of identities in records.
    package static let identity = ColumnForm(.text)

    /// The form of all values that the column can store.
    package var withoutRange: ColumnForm {
        ColumnForm(kind, isExact: isExact, isOrdered: isOrdered, tellsApart: tellsApart)
    }

    /// Returns the form of objects in which a path of keys leads to values of this form.
    func at(_ path: [String]) -> ColumnForm {
        ColumnForm(
            kind.at(path),
            range: range,
            isExact: isExact,
            isOrdered: isOrdered,
            tellsApart: tellsApart
        )
    }

    /// The form of the same values written as strings.
    var quoted: ColumnForm {
        ColumnForm(
            .quoted(kind),
            range: range,
            isExact: isExact,
            isOrdered: isOrdered,
            tellsApart: tellsApart
        )
    }

    /// Returns a value of the field for the column; nil if the column cannot store it.
    func value(of value: Any) -> ColumnValue? {
        if let identity = value as? any AnyTypedIdentity {
            return self.value(of: identity.anyRawValue)
        }
        guard let scalar = value as? any ScalarRepresentable else {
            return self.value(of: value, kind)
        }
        return self.value(of: scalar.scalar)
    }

    private func value(of value: Any, _ kind: IndexedProperty.Kind) -> ColumnValue? {
        switch kind {
        // A query compares an element of an array, and a property of an object.
        case .quoted(let inner), .elements(let inner), .member(_, let inner):
            self.value(of: value, inner)
        case .url: (value as? URL).map { .text($0.absoluteString) }
        case .float: (value as? Float).flatMap { $0.isNaN ? nil : .real(Double($0)) }
        case .text: Self.text(of: value).map { .text($0) }
        case .integer: integer(of: value).map { .integer($0) }
        case .boolean: (value as? Bool).map { .integer($0 ? 1 : 0) }
        case .date: (value as? Date).map { .real($0.timeIntervalSinceReferenceDate) }
        case .day: (value as? Day).map { .text($0.description) }
        case .uuid: (value as? UUID).map { .text($0.uuidString) }
        case .real:
            ((value as? Double) ?? (value as? Decimal).flatMap { Double($0.description) })
                .flatMap { $0.isNaN ? nil : .real($0) }
        }
    }

    /// Returns a string, or the string that represents a value.
    static func text(of value: Any) -> String? {
        if let text = value as? String { return text }
        if let identity = value as? any AnyTypedIdentity { return text(of: identity.anyRawValue) }
        return (value as? any RawRepresentable).flatMap { $0.rawValue as? String }
    }

    private func integer(of value: Any) -> Int64? {
        if let integer = value as? any FixedWidthInteger { return Int64(exactly: integer) }
        let raw = (value as? any RawRepresentable)?.rawValue
        return (raw as? any FixedWidthInteger).flatMap { Int64(exactly: $0) }
    }
}

/// An array whose elements may be stored in columns.
protocol ColumnList {
    static var elementType: Any.Type { get }
}

extension Array: ColumnList {
    static var elementType: Any.Type { Element.self }
}

/// A codec whose values have their own column form.
protocol ColumnCodec {
    /// The column form of the values; nil if there is none.
    var columnForm: ColumnForm? { get }
}

extension DateCodec: ColumnCodec {
    var columnForm: ColumnForm? { ColumnForm(.date(self)) }
}

extension ArrayCodec: ColumnCodec {
    var columnForm: ColumnForm? {
        ColumnForm(elements: (element as? any ColumnCodec)?.columnForm)
    }
}

extension TextCodec: ColumnCodec {
    var columnForm: ColumnForm? { ColumnForm(of: Value.self)?.quoted }
}

/// The operands of a comparison in their column form.
package struct ColumnOperands: Hashable, Sendable {
    /// The column form of the field.
    package let form: ColumnForm
    /// The operands.
    package let values: [ColumnValue]

    /// Creates operands; nil if the column cannot store one of them.
    init?(_ form: ColumnForm?, _ values: [some Any]) {
        guard let form else { return nil }
        self.form = form
        self.values = values.compactMap { form.value(of: $0) }
        guard self.values.count == values.count else { return nil }
    }

    private init(_ form: ColumnForm, _ values: [ColumnValue]) {
        (self.form, self.values) = (form, values)
    }

    /// Returns the same operands for objects in which a path of keys leads to the compared value.
    func at(_ path: [String]) -> ColumnOperands {
        path.isEmpty ? self : ColumnOperands(form.at(path), values)
    }

    /// Creates the operand for a JSON value in a column of a kind, where it may equal other values;
    /// nil if there is no such form.
    init?(of json: JSON, _ kind: IndexedProperty.Kind) {
        let form = ColumnForm(kind, isExact: false)
        func operands(_ value: (some Any)?) -> ColumnOperands? {
            value.flatMap { ColumnOperands(form, [$0]) }
        }
        let operands: ColumnOperands? =
            switch (kind, json) {
            case (.text, .string(let text)): operands(text)
            case (.boolean, .bool(let value)): operands(value)
            case (.integer, .number(let number)): operands(number.integer(Int64.self))
            case (.real, .number(let number)): operands(number.double)
            case (.uuid, .string(let text)): operands(UUID(uuidString: text))
            case (.day, .string(let text)): operands(Day(text))
            case (.url, .string(let text)): operands(URL(string: text))
            case (.date(let codec), _): operands(try? codec.decode(dictionaryValue: json.any))
            case (.quoted(.integer), .string(let text)): operands(Int64(text))
            default: nil
            }
        guard let operands else { return nil }
        self = operands
    }

    /// Returns the column forms that a JSON value may have.
    static func forms(of json: JSON) -> [ColumnOperands] {
        let operands: [ColumnOperands?]
        switch json {
        case .string(let text): operands = [ColumnOperands(ColumnForm(.text), [text])]
        case .bool(let value): operands = [ColumnOperands(ColumnForm(.boolean), [value])]
        case .number(let number):
            operands = [
                number.integer(Int64.self).flatMap { ColumnOperands(ColumnForm(.integer), [$0]) },
                // Not exact, because a double does not have all digits of the number.
                number.double.flatMap { ColumnOperands(ColumnForm(.real, isExact: false), [$0]) },
            ]
        case .null, .array, .object: operands = []
        }
        return operands.compactMap { $0 }
    }
}
