import Diagnostics
import Foundation
import RepositoryRuntime
import SchemaLanguage
import TestSupport
import Testing

/// The generator accepts exactly the texts of examples that the runtime can read.
@Suite struct ExampleTextTests {
    /// A type of a property, texts that resemble its form, and whether the runtime reads one.
    struct Kind: CustomTestStringConvertible, Sendable {
        let type: String
        let texts: [String]
        let isRead: @Sendable (_ json: String) -> Bool

        var testDescription: String { type }

        init<Codec: JSONCodec>(_ format: String, _ codec: Codec, _ texts: [String]) {
            type = "{ type: Date, format: \(format), example: "
            self.texts = texts
            isRead = { json in
                let value = try? JSONReader.read(json) { reader throws(JSONError) in
                    try codec.decode(from: &reader)
                }
                return value != nil
            }
        }

        init<Value: JSONDecodable>(_ value: Value.Type, _ texts: [String]) {
            type = "{ type: \(value), example: "
            self.texts = texts
            isRead = { (try? Value(jsonText: $0)) != nil }
        }
    }

    private static let dates = [
        "2026-11-21T02:06:32Z", "2026-11-21 02:06:32,25+01:30", "2024-02-29t23:59z", "2026-11-21",
        "2023-02-29T00:00:00Z", "2026-11-21T02:06", "2026-11-21T02:06:32.123-0400",
        "2026-11-21T24:00:00Z", "2026-11-21T02:06:60+23", "2026-11-21T02:06:61Z",
        "2026-00-10T02:06:32Z", "2026-10-00", "0000-01-01", "1900-02-29", "2000-02-29",
        "Sat, 21 Nov 2026 02:06:32 GMT", "1 Nov 2026  02:06 UTC", "xyz, 21 Nov 2026 02:06:32 GMT",
        "sun, 31 apr 2026 02:06:32 gmt", "Fri, 20 Nov 2026 22:06:32 -0400",
        "Fri, 20 Nov 2026 22:06:32 -04:00", "20 Nov 2026 22:06:32 PST", "", "Z", "é",
    ]

    static let kinds = [
        Kind("iso8601", DateCodec(.iso8601), dates),
        Kind("iso8601WithoutZone", DateCodec(.iso8601WithoutZone), dates),
        Kind("rfc1123", DateCodec(.rfc1123), dates),
        Kind("dateOnly", DateCodec(.dateOnly), dates),
        Kind(
            "[rfc1123, dateOnly, unixSeconds]",
            DateCodec(.rfc1123, .dateOnly, .unixSeconds),
            dates
        ),
        Kind(Day.self, dates),
        Kind(
            UUID.self,
            [
                "6D3C1F0E-8A52-4B7C-9E15-2F40D86A7B93", "6d3c1f0e-8a52-4b7c-9e15-2f40d86a7b93",
                "6D3C1F0E8A524B7C9E152F40D86A7B93", "{6D3C1F0E-8A52-4B7C-9E15-2F40D86A7B93}", "",
            ]
        ),
        Kind(
            URL.self,
            ["https://example.com/a?b#c", "relative", "http://[::1]:80/", "http://a:b", "", "é %"]
        ),
        Kind(
            Data.self,
            ["aGVsbG8=", "aGVsbG8", "QQ==", "QR==", "Q===", "", "+/+/", "_-_-", "é==="]
        ),
    ]

    @Test("valid strings, and strings that are almost valid", arguments: kinds)
    func texts(kind: Kind) throws {
        var random = SeededGenerator(state: 1)
        var texts = kind.texts
        for text in kind.texts {
            for _ in 0..<100 { texts.append(Self.changed(text, using: &random)) }
        }
        let examples = try texts.map { try JSON.string($0).jsonText() }
        let areRead = examples.map(kind.isRead)
        let areTaken = areExamples(examples.map { kind.type + $0 + " }" })
        for (example, (isTaken, isRead)) in zip(examples, zip(areTaken, areRead)) {
            #expect(isTaken == isRead, "\(example)")
        }
        #expect(areRead.contains(true))
        #expect(areRead.contains(false))
    }

    @Test(
        "numbers of dates",
        arguments: [
            "0", "-1", "1795226792", "1.5", "8.9e12", "9.1e12", "-1e17", "1e300", "8.9e15", "true",
            "null", "[1]",
        ]
    )
    func numbers(json: String) {
        for format in [DateCodec.Format.unixSeconds, .unixMilliseconds] {
            let kind = Kind(format.rawValue, DateCodec(format), [])
            #expect(isExample(json, of: kind) == kind.isRead(json), "\(format)")
        }
    }

    @Test(
        "integers",
        arguments: [
            "0", "-1", "255", "256", "1.0", "1e2", "1e3", "2.5", "-0", "65535", "4294967296",
            "18446744073709551615", "18446744073709551616", "9223372036854775808", "1e18", "1e19",
        ]
    )
    func wholeNumbers(json: String) {
        let kinds = [
            Kind(Int.self, []), Kind(Int8.self, []), Kind(UInt8.self, []), Kind(Int64.self, []),
            Kind(UInt16.self, []), Kind(UInt64.self, []),
        ]
        for kind in kinds {
            #expect(isExample(json, of: kind) == kind.isRead(json), "\(kind)")
        }
    }

    @Test(
        "numbers and Booleans in strings",
        arguments: [
            "1", "-1", "+1", "01", "1.0", "1e2", ".5", "5.", "true", "True", "false", " 1", "1 ",
            "",
            "NaN", "300", "0x10",
        ]
    )
    func textsOfNumbers(text: String) throws {
        let json = try JSON.string(text).jsonText()
        func isRead<Value: TextCodable>(_ value: Value.Type) -> Bool {
            Kind("", TextCodec<Value>(), []).isRead(json)
        }
        for (type, isRead) in [
            ("Int", isRead(Int.self)), ("UInt8", isRead(UInt8.self)), ("Bool", isRead(Bool.self)),
            ("Double", isRead(Double.self)),
        ] {
            let property = "{ type: \(type), json: String, example: \(json) }"
            #expect(isExample(property) == isRead, "\(type)")
        }
    }

    /// Returns the text with one character changed, doubled, removed or moved.
    private static func changed(
        _ text: String,
        using random: inout some RandomNumberGenerator
    ) -> String {
        var characters = Array(text)
        guard let index = characters.indices.randomElement(using: &random) else { return text }
        switch Int.random(in: 0..<4, using: &random) {
        case 0: characters.remove(at: index)
        case 1: characters.insert(characters[index], at: index)
        case 2: characters[index] = "0123456789-: TZ+.,GM=".randomElement(using: &random) ?? "0"
        default: characters.swapAt(index, characters.count - 1)
        }
        return String(characters)
    }

    private func isExample(_ json: String, of kind: Kind) -> Bool {
        isExample(kind.type + json + " }")
    }

    /// Returns whether the example of a property is accepted.
    private func isExample(_ property: String) -> Bool {
        areExamples([property]) == [true]
    }

    /// Returns for each property whether its example is accepted.
    private func areExamples(_ properties: [String]) -> [Bool] {
        let head = ["repogen: 1", "values:", "  Thing:", "    properties:"]
        let lines = properties.enumerated().map { "      a\($0): \($1)" }
        let text = (head + lines).joined(separator: "\n")
        let (_, diagnostics) = SchemaCompiler().compile([SourceFile(path: "a.yaml", text: text)])
        #expect(diagnostics.allSatisfy { $0.rule == "invalid-example" }, "\(diagnostics.prefix(3))")
        let refused = Set(diagnostics.map(\.range.start.line))
        return properties.indices.map { !refused.contains(head.count + $0 + 1) }
    }
}
