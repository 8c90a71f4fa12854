import TestSupport

/// Random JSON with recurring keys.
struct RandomJSON {
    var random: SeededGenerator

    init(seed: UInt64) {
        random = SeededGenerator(state: seed)
    }

    private static let keys = [
        "id", "name", "type", "url", "created_at", "items", "meta", "a", "b", "", "x y", "1", "2",
    ]
    private static let texts = [
        "", "a", "b", "2026-01-01", "2026-01-01T00:00:00Z", "2026-01-01T00:00:00+02:00", "12",
        "12.50", "true", "https://example.com/a", "6d3c1f0e-8a52-4b7c-9e15-2f40d86a7b93", "é",
        "\u{1F600}",
    ]
    private static let numbers = [
        "0", "1", "-1", "42", "1.5", "1e3", "9223372036854775807", "18446744073709551615",
        "123456789012345678901234567890", "0.1", "3.14159265358979323846", "-0", "1E-7",
    ]

    /// A text of JSON.
    mutating func value(depth: Int = 0) -> String {
        switch random.number(in: 0...(depth > 4 ? 5 : 9)) {
        case 0: return "null"
        case 1: return random.once(in: 2) ? "true" : "false"
        case 2, 3: return random.element(of: Self.numbers) ?? "0"
        case 4, 5: return Self.quoted(random.element(of: Self.texts) ?? "")
        case 6:
            let count = random.number(in: 0...3)
            return "[" + (0..<count).map { _ in value(depth: depth + 1) }.joined(separator: ",")
                + "]"
        default: return object(depth: depth)
        }
    }

    /// An object.
    mutating func object(depth: Int = 0) -> String {
        var keys = Self.keys
        keys.shuffle(using: &random)
        let members = keys.prefix(random.number(in: 0...5)).map { key in
            Self.quoted(key) + ":" + value(depth: depth + 1)
        }
        return "{" + members.joined(separator: ", ") + "}"
    }

    private static func quoted(_ text: String) -> String { "\"\(text)\"" }
}
