import Foundation
import RepositoryRuntime
import Testing

/// A typed identity behaves like its raw value.
@Suite struct TypedIdentityTests {
    /// The type of the identified entities, used only as a name.
    private enum Reader {}
    private enum Author {}

    private static let texts = ["", "a", "7", "ä/ö", "1e3", "{}", "\u{0}", "A0", "a\"b"]
    private static let numbers: [Int64] = [.min, -1, 0, 1, 7, 1 << 53, .max]
    private static let uuids = [
        "00000000-0000-0000-0000-000000000000", "0123ABCD-4567-89EF-0123-456789ABCDEF",
    ].compactMap { UUID(uuidString: $0) }

    /// The requirements of every raw value of an identity.
    private typealias Raw = Codable & Comparable & CustomStringConvertible
        & DictionaryValueInitializable
        & DictionaryValueRepresentable & Hashable & JSONDecodable & JSONEncodable & ParameterValue
        & PathIdentifier

    private struct Wrapped<Value: Codable>: Codable {
        var id: Value
        var others: [Value]
        var none: Value?
    }

    private func check<Value: Raw>(_ raws: [Value]) throws {
        for raw in raws {
            let id = TypedIdentity<Reader, Value>(raw)
            #expect(id.rawValue == raw && id == TypedIdentity(rawValue: raw))
            #expect("\(id)" == "\(raw)")
            #expect(String(reflecting: id) == String(reflecting: raw))
            #expect(id.pathComponent == raw.pathComponent)
            #expect(id.parameterText == raw.parameterText)
            let path = TypedIdentity<Reader, Value>(pathComponent: raw.pathComponent)
            #expect(path?.rawValue == Value(pathComponent: raw.pathComponent))
            // Equal bytes, which decode to the same identity.
            #expect(try id.jsonBytes() == raw.jsonBytes())
            #expect(try TypedIdentity<Reader, Value>(jsonBytes: id.jsonBytes()) == id)
            let (typed, plain) = (id.dictionaryValue, raw.dictionaryValue)
            #expect(try JSON(any: typed) == JSON(any: plain))
            #expect(try TypedIdentity<Reader, Value>(dictionaryValue: typed) == id)
            #expect(try TypedIdentity<Reader, Value>(dictionaryValue: id) == id)
            #expect(try JSON(any: [id.rawValue.dictionaryValue]) == JSON(any: [typed]))
            let encoder = JSONEncoder()
            encoder.outputFormatting = .sortedKeys
            let data = try encoder.encode(Wrapped(id: id, others: [id, id], none: nil))
            #expect(try data == encoder.encode(Wrapped(id: raw, others: [raw, raw], none: nil)))
            let decoded = try JSONDecoder().decode(
                Wrapped<TypedIdentity<Reader, Value>>.self,
                from: data
            )
            #expect(decoded.id == id && decoded.others == [id, id] && decoded.none == nil)
        }
        let ids = raws.map { TypedIdentity<Reader, Value>($0) }
        #expect(Set(ids).count == Set(raws).count)
        #expect(ids.shuffled().sorted().map(\.rawValue) == raws.sorted())
    }

    @Test("it has the text, order, bytes and path of a string")
    func texts() throws {
        try check(Self.texts)
    }

    @Test("it has the text, order, bytes and path of a number")
    func numbers() throws {
        try check(Self.numbers)
        try check(Self.numbers.compactMap { Int(exactly: $0) })
        try check(Self.numbers.compactMap { UInt64(exactly: $0) })
        try check([Int8.min, 0, .max])
    }

    @Test("it has the text, order, bytes and path of a UUID")
    func uuids() throws {
        try check(Self.uuids)
        let (first, second) = (TypedIdentity<Reader, UUID>(), TypedIdentity<Reader, UUID>())
        #expect(first != second)
    }

    @Test("an invalid raw value is rejected with the same message")
    func refused() {
        for text in ["null", "true", "1.5", #""x""#, "[]", "{}", "1e99", ""] {
            let plain = { (error: () throws -> Void) in
                do {
                    try error()
                    return "read"
                } catch {
                    return "\(error)"
                }
            }
            #expect(
                plain { _ = try TypedIdentity<Reader, Int>(jsonText: text) }
                    == plain { _ = try Int(jsonText: text) }
            )
            #expect(
                plain { _ = try TypedIdentity<Reader, UUID>(jsonText: text) }
                    == plain { _ = try UUID(jsonText: text) }
            )
            #expect(
                plain { _ = try TypedIdentity<Reader, String>(dictionaryValue: [text]) }
                    == plain { _ = try String(dictionaryValue: [text]) }
            )
            let codec = { (codec: any JSONCodec) in
                plain { _ = try codec.decode(dictionaryValue: text + "?") }
            }
            #expect(
                codec(TextCodec<TypedIdentity<Reader, Int>>()).contains("Int as text")
                    && codec(TextCodec<TypedIdentity<Reader, Int>>()) == codec(TextCodec<Int>())
            )
            #expect(
                codec(ReferenceURLCodec<TypedIdentity<Reader, Int>>("/a/{id}"))
                    == codec(ReferenceURLCodec<Int>("/a/{id}"))
            )
        }
    }

    @Test("it can be a literal, and be created from values")
    func made() {
        let number: TypedIdentity<Reader, Int> = 7
        let text: TypedIdentity<Reader, String> = "seven"
        let digit: TypedIdentity<Reader, String> = "7"
        let parts: TypedIdentity<Reader, String> = "\(number)-\(text)"
        #expect(number.rawValue == 7 && text.rawValue == "seven")
        #expect(parts.rawValue == "7-seven")
        #expect(["7", "x"].map { TypedIdentity<Reader, Int>($0) } == [7, nil])
        // Each string is an identity, not an optional one.
        let all: [TypedIdentity<Reader, String>] = ["7", "x"].map { TypedIdentity($0) }
        #expect(all.first == digit)
        #expect([1, 7].map(TypedIdentity<Reader, Int>.init(rawValue:)).last == number)
    }

    @Test("a dictionary keyed by identities equals one keyed by raw values")
    func keys() throws {
        let typed: [TypedIdentity<Reader, String>: Int] = ["a": 1, "b": 2]
        let data = try JSONEncoder().encode(typed)
        let plain = try JSONDecoder().decode([String: Int].self, from: data)
        #expect(plain == ["a": 1, "b": 2])
        #expect(
            try JSONDecoder().decode([TypedIdentity<Reader, String>: Int].self, from: data)
                == typed
        )
        let numbers: [TypedIdentity<Reader, Int>: Int] = [7: 1]
        #expect(try JSONEncoder().encode(numbers) == Data(#"{"7":1}"#.utf8))
    }

    @Test("criteria of a dictionary treat it as its raw value")
    func criteria() throws {
        let id: TypedIdentity<Reader, Int> = 7
        let other: TypedIdentity<Author, String>? = "ada"
        let criteria = try Criteria(["id": id, "author": other as Any])
        #expect(try criteria == Criteria(["id": 7, "author": "ada"]))
    }

    @Test("conditions and orders are those of the raw value")
    func conditions() throws {
        let typed = Field<TypedIdentity<Author, String>>("author")
        let plain = Field<String>("author")
        let pairs: [(Condition, Condition)] = [
            (typed == "ada", plain == "ada"), (typed == nil, plain == nil),
            (typed != "ada", plain != "ada"), (typed < "b", plain < "b"),
            (typed >= "b", plain >= "b"),
            (typed.isOneOf(["ada", "bo"]), plain.isOneOf(["ada", "bo"])),
            (typed.contains("d"), plain.contains("d")),
            (typed.hasPrefix("a"), plain.hasPrefix("a")),
            (
                typed.localizedStandardContains("ADA", locale: Locale(identifier: "en")),
                plain.localizedStandardContains("ADA", locale: Locale(identifier: "en"))
            ),
        ]
        let values: [JSON] = ["ada", "Ada", "bo", "", .null, 7, "b\u{0}", "ä"]
        for (one, other) in pairs {
            #expect(one == other)
            for value in values {
                let dictionary = ["author": value.any]
                #expect(one.holds(for: dictionary) == other.holds(for: dictionary), "\(one)")
            }
        }
        let locale = Locale(identifier: "en")
        let orders = [
            (typed.ascending, plain.ascending), (typed.descending, plain.descending),
            (typed.ascending(in: locale), plain.ascending(in: locale)),
            (typed.descending(in: locale), plain.descending(in: locale)),
        ]
        for (one, other) in orders {
            #expect(one == other)
            let sorted = [one, other].map { order in
                Order.sort(values, by: [order]) { value, _ in value }
            }
            #expect(sorted[0] == sorted[1])
        }
    }
}
