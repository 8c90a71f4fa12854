import Foundation

/// JSON values, compared as services do.
enum FieldValue {
    /// Returns a string, or the literal of a number or a Boolean.
    static func text(_ value: Any) -> String {
        if let text = value as? String { return text }
        let data = try? JSONSerialization.data(
            withJSONObject: value,
            options: [.fragmentsAllowed, .sortedKeys]
        )
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    /// Returns the value of a JSON text; nil if it is invalid.
    static func json(_ text: String) -> Any? {
        try? JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
    }

    /// Returns the order of two values; nil if they cannot be compared.
    ///
    /// A value from a query is a string, and is compared with a number numerically.
    static func order(_ first: Any?, _ second: Any?) -> ComparisonResult? {
        let isNull = [first, second].map { $0 == nil || $0 is NSNull }
        guard let first, let second, isNull == [false, false] else {
            return isNull == [true, true] ? .orderedSame : nil
        }
        if let first = first as? String, let second = second as? String {
            return first == second
                ? .orderedSame : first < second ? .orderedAscending : .orderedDescending
        }
        guard let first = number(first), let second = number(second) else { return nil }
        return first == second
            ? .orderedSame : first < second ? .orderedAscending : .orderedDescending
    }

    private static func number(_ value: Any) -> Double? {
        guard let text = value as? String else { return (value as? NSNumber)?.doubleValue }
        return ["true": 1, "false": 0][text] ?? Double(text)
    }
}

/// A condition on an object.
struct RecordCondition {
    enum Operator: String {
        case equal, less, lessOrEqual, greater, greaterOrEqual
    }

    let key: String
    let `operator`: Operator
    var operands: [Any] = []

    /// Whether an object with these properties matches.
    func holds(for members: [String: Any]) -> Bool {
        let value = members[key]
        func order(_ operand: Any) -> ComparisonResult? { FieldValue.order(value, operand) }
        let first = operands.first ?? ""
        switch `operator` {
        case .equal: return order(first) == .orderedSame
        case .less: return order(first) == .orderedAscending
        case .lessOrEqual: return [.orderedAscending, .orderedSame].contains(order(first))
        case .greater: return order(first) == .orderedDescending
        case .greaterOrEqual: return [.orderedDescending, .orderedSame].contains(order(first))
        }
    }
}

/// An order by one key.
struct RecordOrder {
    let key: String
    let isDescending: Bool

    /// Parses orders like `title,-priority`.
    static func list(_ text: String) -> [RecordOrder] {
        text.split(separator: ",").map { part in
            part.hasPrefix("-")
                ? RecordOrder(key: String(part.dropFirst()), isDescending: true)
                : RecordOrder(key: String(part), isDescending: false)
        }
    }
}
