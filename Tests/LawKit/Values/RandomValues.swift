public import RepositoryRuntime
public import TestSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type with random values.
public protocol Arbitrary {
    /// Returns a random value.
    ///
    /// - Parameter values: The source of random values.
    /// - Returns: Any value of the type that JSON can represent.
    static func arbitrary(_ values: inout RandomValues) -> Self
}

/// A source of random values; the same seed gives the same values.
public struct RandomValues {
    /// The precision of dates that a form can express.
    public enum Dates: Sendable {
        case microseconds, seconds, days
    }

    /// The source of random numbers.
    public var random: SeededGenerator
    /// The current precision of dates.
    private(set) var dates = Dates.microseconds
    /// The number of containers around the next value.
    private(set) var depth = 0

    /// Creates a source of values.
    ///
    /// - Parameter seed: The seed.
    public init(seed: UInt64) {
        random = SeededGenerator(state: seed)
    }

    /// Returns the next value.
    ///
    /// - Parameter dates: The precision of the dates in it.
    /// - Returns: The value.
    public mutating func next<Value: Arbitrary>(_ dates: Dates = .microseconds) -> Value {
        let before = self.dates
        self.dates = dates
        defer { self.dates = before }
        return Value.arbitrary(&self)
    }

    /// Returns the next value of a property for which null means its default.
    ///
    /// - Parameter dates: The precision of the dates in it.
    /// - Returns: The value, never null.
    public mutating func nextOrDefault<Value: Arbitrary>(
        _ dates: Dates = .microseconds
    ) -> Value {
        while true {
            let value: Value = next(dates)
            if value as? JSON != .null { return value }
        }
    }

    /// Returns a value in a container.
    mutating func inner<Value>(_ make: (inout RandomValues) -> Value) -> Value {
        depth += 1
        defer { depth -= 1 }
        return make(&self)
    }

    /// Returns a number of elements for a container: fewer at a greater depth, so that values are
    /// finite.
    mutating func count() -> Int {
        depth > 3 ? 0 : random.number(in: 0...(depth == 0 ? 3 : 2))
    }

    /// Returns whether an optional value is present: less likely at a greater depth.
    mutating func isThere() -> Bool {
        depth > 3 ? false : random.number(in: 0...(3 + depth)) > depth
    }

    /// Returns one of several values.
    ///
    /// - Parameter choices: The values, at least one.
    /// - Returns: One of them.
    public mutating func element<Value>(of choices: Value...) -> Value {
        choices[random.number(in: 0...choices.count - 1)]
    }
}

extension Optional: Arbitrary where Wrapped: Arbitrary {
    /// Returns a value or nil.
    public static func arbitrary(_ values: inout RandomValues) -> Wrapped? {
        guard values.isThere() else { return nil }
        let value = values.inner { Wrapped.arbitrary(&$0) }
        // A null is read as nil: here, null means that there is no value.
        return value as? JSON == .null ? nil : value
    }
}

extension Array: Arbitrary where Element: Arbitrary {
    /// Returns some elements.
    public static func arbitrary(_ values: inout RandomValues) -> [Element] {
        (0..<values.count()).map { _ in values.inner { Element.arbitrary(&$0) } }
    }
}

extension Dictionary: Arbitrary where Key == String, Value: Arbitrary {
    /// Returns some entries.
    public static func arbitrary(_ values: inout RandomValues) -> [String: Value] {
        var result: [String: Value] = [:]
        for _ in 0..<values.count() {
            result[String.arbitrary(&values)] = values.inner { Value.arbitrary(&$0) }
        }
        return result
    }
}

extension Presence: Arbitrary where Value: Arbitrary {
    /// Returns any of the three cases.
    public static func arbitrary(_ values: inout RandomValues) -> Presence<Value> {
        if values.random.once(in: 4) { return .null }
        return Value?.arbitrary(&values).map { .value($0) } ?? .absent
    }
}

extension Change: Arbitrary where Value: Arbitrary {
    /// Returns either case.
    public static func arbitrary(_ values: inout RandomValues) -> Change<Value> {
        Value?.arbitrary(&values).map { .set($0) } ?? .keep
    }
}

extension NullableChange: Arbitrary where Value: Arbitrary {
    /// Returns any of the three cases.
    public static func arbitrary(_ values: inout RandomValues) -> NullableChange<Value> {
        if values.random.once(in: 4) { return .clear }
        return Value?.arbitrary(&values).map { .set($0) } ?? .keep
    }
}

extension RandomValues {
    /// Keys that no schema declares.
    public static let unknownKeyNames: Set<String> = ["unknown to all", "unknown_2", "\u{7}\"?"]

    /// Returns JSON that matches no case of a union with a tag.
    ///
    /// - Parameter discriminator: The key of the tag.
    /// - Returns: Any such object.
    public mutating func unknown(taggedBy discriminator: String) -> JSON {
        var members: [String: JSON] = inner { .arbitrary(&$0) }
        members[discriminator] = random.once(in: 3) ? nil : element(of: "no such tag", 1, .null, [])
        return .object(members)
    }

    /// Returns JSON that matches no case of a union without a tag.
    ///
    /// - Parameter kinds: The kinds of the cases.
    /// - Returns: Any value of another kind; never null.
    public mutating func unknown(besides kinds: Set<JSON.Kind>) -> JSON {
        // One of each kind, because beyond some depth no random value is a container.
        let value: JSON = inner { .arbitrary(&$0) }
        let number: JSON = element(of: 0, -1.5, 12)
        let text = JSON.string(next())
        let all: [JSON] = [value, number, text, .bool(next()), [number], ["key": text]]
        let legal = all.filter { $0.lawKind.map { !kinds.contains($0) } ?? false }
        return random.element(of: legal) ?? .null
    }

    /// Returns the number of a case.
    ///
    /// - Parameter count: The number of cases.
    /// - Returns: One of their numbers.
    public mutating func caseNumber(of count: Int) -> Int {
        random.number(in: 0...count - 1)
    }

    /// Returns unknown keys with values.
    ///
    /// - Returns: Some of them, or none.
    public mutating func unknownKeys() -> [String: JSON] {
        var members: [String: JSON] = [:]
        for key in Self.unknownKeyNames.sorted() where random.once(in: 3) {
            members[key] = inner { JSON.arbitrary(&$0) }
        }
        return members
    }
}

extension RequestStream: Arbitrary where Element: Arbitrary {
    /// Returns a stream of some elements.
    public static func arbitrary(_ values: inout RandomValues) -> RequestStream {
        RequestStream([Element].arbitrary(&values))
    }
}
