public import RepositoryRuntime
public import TestSupport

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A type of which random values can be made.
public protocol Arbitrary {
    /// Makes a value.
    ///
    /// - Parameter values: What it is made of.
    /// - Returns: Any value of the type that JSON can say.
    static func arbitrary(_ values: inout RandomValues) -> Self
}

/// Makes random values, the same ones for the same seed.
public struct RandomValues {
    /// How fine the dates are that a form can say.
    public enum Dates: Sendable {
        case microseconds, seconds, days
    }

    /// Where chance comes from.
    public var random: SeededGenerator
    /// How fine the dates are now.
    private(set) var dates = Dates.microseconds
    /// How many containers the value to be made stands in.
    private(set) var depth = 0

    /// Makes a source of values.
    ///
    /// - Parameter seed: The seed.
    public init(seed: UInt64) {
        random = SeededGenerator(state: seed)
    }

    /// Makes a value.
    ///
    /// - Parameter dates: How fine the dates in it are.
    /// - Returns: The value.
    public mutating func next<Value: Arbitrary>(_ dates: Dates = .microseconds) -> Value {
        let before = self.dates
        self.dates = dates
        defer { self.dates = before }
        return Value.arbitrary(&self)
    }

    /// Makes a value of which the schema says that null stands for its default.
    ///
    /// - Parameter dates: How fine the dates in it are.
    /// - Returns: The value, never a null.
    public mutating func nextOrDefault<Value: Arbitrary>(
        _ dates: Dates = .microseconds
    ) -> Value {
        while true {
            let value: Value = next(dates)
            if value as? JSON != .null { return value }
        }
    }

    /// Makes what is in a container.
    mutating func inner<Value>(_ make: (inout RandomValues) -> Value) -> Value {
        depth += 1
        defer { depth -= 1 }
        return make(&self)
    }

    /// How many elements a container gets: fewer the deeper it stands, so that values have an end.
    mutating func count() -> Int {
        depth > 3 ? 0 : random.number(in: 0...(depth == 0 ? 3 : 2))
    }

    /// Whether something that may be missing is there: the less likely the deeper it stands.
    mutating func isThere() -> Bool {
        depth > 3 ? false : random.number(in: 0...(3 + depth)) > depth
    }

    /// One of several values.
    ///
    /// - Parameter choices: The values, at least one.
    /// - Returns: One of them.
    public mutating func element<Value>(of choices: Value...) -> Value {
        choices[random.number(in: 0...choices.count - 1)]
    }
}

extension Optional: Arbitrary where Wrapped: Arbitrary {
    /// Makes a value or nil.
    public static func arbitrary(_ values: inout RandomValues) -> Wrapped? {
        guard values.isThere() else { return nil }
        let value = values.inner { Wrapped.arbitrary(&$0) }
        // A null that is there is read as none: the schema says that null means none here.
        return value as? JSON == .null ? nil : value
    }
}

extension Array: Arbitrary where Element: Arbitrary {
    /// Makes some elements.
    public static func arbitrary(_ values: inout RandomValues) -> [Element] {
        (0..<values.count()).map { _ in values.inner { Element.arbitrary(&$0) } }
    }
}

extension Dictionary: Arbitrary where Key == String, Value: Arbitrary {
    /// Makes some entries.
    public static func arbitrary(_ values: inout RandomValues) -> [String: Value] {
        var result: [String: Value] = [:]
        for _ in 0..<values.count() {
            result[String.arbitrary(&values)] = values.inner { Value.arbitrary(&$0) }
        }
        return result
    }
}

extension Presence: Arbitrary where Value: Arbitrary {
    /// Makes any of the three.
    public static func arbitrary(_ values: inout RandomValues) -> Presence<Value> {
        if values.random.once(in: 4) { return .null }
        return Value?.arbitrary(&values).map { .value($0) } ?? .absent
    }
}

extension Change: Arbitrary where Value: Arbitrary {
    /// Makes any of the two.
    public static func arbitrary(_ values: inout RandomValues) -> Change<Value> {
        Value?.arbitrary(&values).map { .set($0) } ?? .keep
    }
}

extension NullableChange: Arbitrary where Value: Arbitrary {
    /// Makes any of the three.
    public static func arbitrary(_ values: inout RandomValues) -> NullableChange<Value> {
        if values.random.once(in: 4) { return .clear }
        return Value?.arbitrary(&values).map { .set($0) } ?? .keep
    }
}

extension RandomValues {
    /// The keys of members that no schema knows.
    public static let unknownKeyNames: Set<String> = ["unknown to all", "unknown_2", "\u{7}\"?"]

    /// Makes JSON that is of no case of a union with a tag.
    ///
    /// - Parameter discriminator: The key of the tag.
    /// - Returns: Any such object.
    public mutating func unknown(taggedBy discriminator: String) -> JSON {
        var members: [String: JSON] = inner { .arbitrary(&$0) }
        members[discriminator] = random.once(in: 3) ? nil : element(of: "no such tag", 1, .null, [])
        return .object(members)
    }

    /// Makes JSON that is of no case of a union without a tag.
    ///
    /// - Parameter kinds: The kinds of the cases.
    /// - Returns: Any value of another kind; never null.
    public mutating func unknown(besides kinds: Set<JSON.Kind>) -> JSON {
        // One of each kind, as where values must have an end there are no containers by chance.
        let value: JSON = inner { .arbitrary(&$0) }
        let number: JSON = element(of: 0, -1.5, 12)
        let text = JSON.string(next())
        let all: [JSON] = [value, number, text, .bool(next()), [number], ["key": text]]
        let legal = all.filter { $0.lawKind.map { !kinds.contains($0) } ?? false }
        return random.element(of: legal) ?? .null
    }

    /// The number of a case: the first ones only, where values must have an end.
    ///
    /// - Parameter count: How many cases there are.
    /// - Returns: One of their numbers.
    public mutating func caseNumber(of count: Int) -> Int {
        random.number(in: 0...count - 1)
    }

    /// Makes members that no schema knows.
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
    /// Makes a stream of some elements.
    public static func arbitrary(_ values: inout RandomValues) -> RequestStream {
        RequestStream([Element].arbitrary(&values))
    }
}
