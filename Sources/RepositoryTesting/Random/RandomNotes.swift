import Foundation
import RepositoryRuntime

/// Random documents and criteria with few distinct values, so that many of them match.
struct RandomNotes {
    /// The formats of dates in the documents.
    static let dates = DateCodec(.iso8601, .unixSeconds)
    static let milliseconds = DateCodec(.unixMilliseconds)

    /// The schema, with all properties indexed that can be.
    static let schema = EntitySchema(
        name: "Note",
        indexed: [
            IndexedProperty("text", .text), IndexedProperty("likes", .integer),
            IndexedProperty("score", .real), IndexedProperty("isRead", .boolean),
            IndexedProperty("sentAt", .date(dates)), IndexedProperty("seenAt", .date(milliseconds)),
            IndexedProperty("small", .integer), IndexedProperty("huge", .integer),
            IndexedProperty("price", .real), IndexedProperty("day", .day),
            IndexedProperty("token", .uuid), IndexedProperty("link", .url),
            IndexedProperty("ratio", .float), IndexedProperty("amount", .quoted(.real)),
            IndexedProperty("stock", .quoted(.integer)),
            IndexedProperty("isNew", .quoted(.boolean)),
            IndexedProperty("tags", .elements(.text)),
            IndexedProperty("codes", .elements(.integer)),
        ]
    )

    var random: SeededRandom
    /// Whether values may be of another kind than their property.
    let isDirty: Bool

    init(seed: UInt64, isDirty: Bool) {
        random = SeededRandom(seed: seed)
        self.isDirty = isDirty
    }

    // MARK: - Documents

    static let texts = [
        "", "a", "A", "b", "ab", "a b", "e", "f", "z", "é", "e\u{301}", "e\u{301}x", "éx",
        "\u{212B}",
        "Å", "ä", "а", "漢字", "\u{FFFD}", "😀", "\u{0}", "a\u{0}b", "10", "9", "true", "NULL", "'",
        "%",
    ]
    private static let integers = [
        "0", "-0", "1", "1.0", "10e-1", "2", "3", "-1", "127", "128", "-129", "1e3", "1000",
        "9007199254740993", "9223372036854775807", "-9223372036854775808",
    ]
    private static let largeIntegers = [
        "9223372036854775808", "18446744073709551615", "18446744073709551616", "1e400",
    ]
    private static let reals = [
        "0.5", "0.1", "0.10", "0.30000000000000004", "-1.5", "1e-400", "5e-324", "1e300",
        "1.7976931348623157e308", "0.1000000000000000000001",
    ]
    private static let instants = [
        "\"2026-11-21T02:06:32Z\"", "\"2026-11-21T03:06:32+01:00\"", "1795226792",
        "\"2026-11-21T02:06:32.000001Z\"", "1795226792.5", "\"1969-12-31T23:59:59.5Z\"", "-0.5",
        "0",
    ]
    private static let days = ["2026-11-21", "2026-11-22", "0000-01-01", "9999-12-31"]
    private static let tokens = [
        "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "6ba7b810-9dad-11d1-80b4-00c04fd430c8",
        "00000000-0000-0000-0000-000000000000",
    ]

    private static func quoted(_ text: String) -> String {
        JSON.string(text).description
    }

    private static let links = [
        "https://example.com/a", "https://example.com/b c", "https://example.com/b%20c", "é",
        "https://example.com/e\u{301}", "https://example.com/%C3%A9", "", "a", "%",
    ]

    private mutating func literal(_ key: String) -> String {
        switch key {
        case "text": Self.quoted(random.element(of: Self.texts))
        case "likes", "small": random.element(of: Self.integers)
        case "huge": random.element(of: Self.integers + (isDirty ? Self.largeIntegers : []))
        case "score", "price": random.element(of: Self.integers + Self.reals)
        case "isRead": random.element(of: ["true", "false"])
        case "sentAt": random.element(of: Self.instants)
        case "seenAt": random.element(of: Self.instants.filter { !$0.hasPrefix("\"") } + ["1e3"])
        case "day": Self.quoted(random.element(of: Self.days))
        case "token": Self.quoted(random.element(of: Self.tokens))
        case "link": Self.quoted(random.element(of: Self.links))
        case "ratio": random.element(of: Self.integers + Self.reals)
        case "amount": Self.quoted(random.element(of: Self.integers + Self.reals))
        case "stock": Self.quoted(random.element(of: Self.integers))
        case "isNew": Self.quoted(random.element(of: ["true", "false"]))
        case "tags": list { Self.quoted($0.element(of: Self.texts)) }
        case "codes": list { $0.element(of: Self.integers) }
        default: "null"
        }
    }

    private mutating func list(_ element: (inout SeededRandom) -> String) -> String {
        let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in element(&random) }
        return "[\(elements.joined(separator: ","))]"
    }

    /// Returns a document with some of the properties, some of them null, and with wrong kinds if
    /// allowed.
    ///
    /// - Parameter id: The identity, encoded as a string or a number; another one if allowed.
    /// - Returns: The document.
    mutating func document(_ id: String) -> String {
        var members: [String] = []
        if !random.oneIn(4) {
            let others = ["\"x\"", "\"\u{212A}\"", "\"e\u{301}\"", "2.0", "null"]
            let isOther = isDirty && random.oneIn(40)
            let own = random.oneIn(2) ? id : "\"\(id)\""
            members.append("\"id\":\(isOther ? random.element(of: others) : own)")
        }
        for property in Self.schema.indexed.shuffled(using: &random) where !random.oneIn(5) {
            var literal = literal(property.key)
            if random.oneIn(6) { literal = "null" }
            if isDirty, random.oneIn(6) {
                let other = random.element(of: Self.schema.indexed).key
                literal = random.oneIn(3) ? "[{\"a\":1}]" : self.literal(other)
            }
            members.append("\"\(property.key)\":\(literal)")
            // The last of duplicate keys counts.
            if random.oneIn(20) {
                members.append("\"\(property.key)\":\(self.literal(property.key))")
            }
        }
        return "{" + members.joined(separator: ",") + "}"
    }

    // MARK: - Criteria

    /// Returns criteria with random conditions, orders and range.
    mutating func criteria() -> Criteria {
        var order: [Order] = []
        while order.count < 3, random.oneIn(2) { order.append(self.order()) }
        return Criteria(
            filter: random.oneIn(6) ? .always : filter(depth: 3),
            order: order,
            limit: random.oneIn(2) ? Int.random(in: 0...6, using: &random) : nil,
            offset: random.oneIn(3) ? Int.random(in: 0...6, using: &random) : 0
        )
    }

    private mutating func filter(depth: Int) -> Condition {
        guard depth > 0, !random.oneIn(3) else { return comparison() }
        switch Int.random(in: 0..<3, using: &random) {
        case 0: return .all(filters(depth: depth - 1))
        case 1: return .any(filters(depth: depth - 1))
        default: return .not(filter(depth: depth - 1))
        }
    }

    private mutating func filters(depth: Int) -> [Condition] {
        (0..<Int.random(in: 0...3, using: &random)).map { _ in filter(depth: depth) }
    }

    private mutating func comparison() -> Condition {
        switch Int.random(in: 0..<25, using: &random) {
        case 0: textComparison(Field<String>("text"))
        case 1: comparison(Field<Int>("likes"), [-1, 0, 1, 2, 1000, .max, .min])
        case 2: comparison(Field<Double>("score"), [0, -0.0, 0.1, 0.5, 1, 1e300, .infinity, .nan])
        case 3: equality(Field<Bool>("isRead"), [true, false])
        case 4: comparison(Field<Date>("sentAt", using: Self.dates), Self.moments)
        case 5: comparison(Field<Date>("seenAt", using: Self.milliseconds), Self.moments)
        case 6: comparison(Field<Int8>("small"), [-1, 0, 1, 127])
        case 7: comparison(Field<UInt64>("huge"), [0, 1, 1 << 63, .max])
        case 8: comparison(Field<Decimal>("price"), [0, 1, Decimal(string: "0.1") ?? 0, -1.5])
        case 9: comparison(Field<Day>("day"), Self.days.compactMap { Day($0) })
        case 10: equality(Field<UUID>("token"), Self.tokens.compactMap { UUID(uuidString: $0) })
        case 11: equality(Field<URL>("link"), Self.links.compactMap { URL(string: $0) })
        case 12: comparison(Field<Float>("ratio"), [0, 0.1, 0.5, 1, -1.5, .infinity, .nan])
        case 13:
            comparison(Field<Decimal>("amount", using: TextCodec()), [0, 1, 0.5, -1.5])
        case 14: comparison(Field<Int64>("stock", using: TextCodec()), [0, 1, 1000, .max, .min])
        case 16: equality(Field<String>("id"), ["1", "2", "30", "x", "é", "K"])
        case 17: equality(Field<Int>("id"), [1, 2, 30, -1])
        case 15: equality(Field<Bool>("isNew", using: TextCodec()), [true, false])
        case 18: equality(Field<LooseCode>("text"), Self.texts.map { LooseCode(scalar: $0) })
        case 19: comparison(Field<StrictCode>("text"), Self.texts.map { StrictCode(scalar: $0) })
        case 21: Field<[String]>("tags").contains(random.element(of: Self.texts))
        case 22: Field<[Int]>("codes").containsAny(of: [0, random.element(of: [1, 127, 1000])])
        case 23: Field<[Int8]>("codes").contains(random.element(of: [1, 127, -1]))
        case 20: comparison(Field<StrictScore>("likes"), [-1, 0, 1, 1000].map { StrictScore($0) })
        default: foreignComparison()
        }
    }

    /// Conditions whose field has another type than the column, or is unknown.
    private mutating func foreignComparison() -> Condition {
        switch Int.random(in: 0..<6, using: &random) {
        case 0: return comparison(Field<Double>("likes"), [0, 1, 1.5, -1])
        case 1: return comparison(Field<Int>("score"), [0, 1, -1])
        case 2: return textComparison(Field<String>("likes"))
        case 3: return comparison(Field<Date>("sentAt"), Self.moments)
        case 4: return textComparison(Field<String>("nowhere"))
        default:
            let key = random.element(of: Self.schema.indexed).key
            let value = (try? JSON(jsonText: literal(key))) ?? .null
            return .comparison(Comparison(key: key, value: value))
        }
    }

    private static let moments = [
        Date(timeIntervalSince1970: 1_795_226_792), Date(timeIntervalSince1970: 1_795_226_792.5),
        Date(timeIntervalSince1970: 1_795_226_792.000_000_7), Date(timeIntervalSince1970: -0.5),
        Date(timeIntervalSince1970: 0), .distantFuture, .distantPast,
    ]

    private mutating func textComparison(_ field: Field<String>) -> Condition {
        let text = random.element(of: Self.texts)
        return switch Int.random(in: 0..<4, using: &random) {
        case 0: field.hasPrefix(text)
        case 1: field.contains(text)
        default: comparison(field, Self.texts)
        }
    }

    private mutating func comparison<Value: Comparable & Sendable>(
        _ field: Field<Value>,
        _ values: [Value]
    ) -> Condition {
        let value = random.element(of: values)
        return switch Int.random(in: 0..<5, using: &random) {
        case 0: field < value
        case 1: field <= value
        case 2: field > value
        case 3: field >= value
        default: equality(field, values)
        }
    }

    private mutating func equality<Value: Equatable & Sendable>(
        _ field: Field<Value>,
        _ values: [Value]
    ) -> Condition {
        let value = random.element(of: values)
        return switch Int.random(in: 0..<5, using: &random) {
        case 0: field == value
        case 1: field != value
        case 2: field.isNil
        case 3: field != nil
        default: field.isOneOf(values.shuffled(using: &random).prefix(2))
        }
    }

    private mutating func order() -> Order {
        switch Int.random(in: 0..<12, using: &random) {
        case 0: order(Field<String>("text"))
        case 1: order(Field<Int>("likes"))
        case 2: order(Field<Double>("score"))
        case 3: order(Field<Date>("sentAt", using: Self.dates))
        case 4: order(Field<Date>("seenAt", using: Self.milliseconds))
        case 5: order(Field<Int8>("small"))
        case 6: order(Field<UInt64>("huge"))
        case 7: order(Field<Decimal>("price"))
        case 8: order(Field<Float>("ratio"))
        case 9: order(Field<Decimal>("amount", using: TextCodec()))
        case 10: order(Field<Int64>("stock", using: TextCodec()))
        default: order(Field<Day>("day"))
        }
    }

    private mutating func order<Value: Comparable & Sendable>(_ field: Field<Value>) -> Order {
        random.oneIn(2) ? field.ascending : field.descending
    }
}
