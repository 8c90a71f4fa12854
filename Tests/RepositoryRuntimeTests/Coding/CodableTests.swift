import Foundation
import RepositoryRuntime
import Testing

@Suite("Codable")
struct CodableTests {
    private struct Envelope<Content: Codable & Equatable>: Codable, Equatable {
        var content: [Content]
        var sentAt: String?
    }

    @Test("JSON has the same values as with its own decoder, numbers up to 38 digits")
    func json() throws {
        var generator = SeededGenerator(seed: 41)
        for index in 0..<1000 {
            let literals = NumberPool.literals
            let text = index < literals.count ? literals[index] : generator.json().text
            let json = try JSON(jsonText: "[\(text)]")
            // Beyond these, Foundation rounds or throws.
            if json.array?[0].number.map({ $0.decimal == nil }) == true { continue }
            let data = try JSONEncoder().encode(json)
            #expect(try JSON(jsonData: data) == json, "\(text)")
            #expect(try JSONDecoder().decode(JSON.self, from: data) == json, "\(text)")
        }
        let exact =
            "[12345678901234567890,1.10,-0.5,1e3,12345678901234567890.123456789012345678,"
            + "9223372036854775807,-9223372036854775808,18446744073709551615,"
            + "1166530321715784498.5,-547921216823333889.5,9007199254740993.25,4503599627370497.5]"
        let decoded = try JSONDecoder().decode(JSON.self, from: Data(exact.utf8))
        #expect(try decoded == JSON(jsonText: exact))
        #expect(try JSONDecoder().decode(JSON.self, from: Data("null".utf8)) == .null)
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(JSON.self, from: Data("1e999".utf8))
        }
    }

    @Test("keys are data: no strategy of a coder changes them")
    func keys() throws {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        let parcel = try Parcel(
            jsonText: #"{"isUnknown":{"aB":1,"a_b":2},"# + SkippedValuesTests.parcel.dropFirst()
        )
        let envelope = Envelope(content: [parcel], sentAt: "now")
        let data = try encoder.encode(envelope)
        let json = try JSON(jsonData: data)
        #expect(json["sent_at"] == "now")
        #expect(json["content"]?[0]?["isUnknown"] == ["aB": 1, "a_b": 2])
        #expect(json["content"]?[0]?["is_paid"] == 0)
        #expect(try decoder.decode(Envelope<Parcel>.self, from: data) == envelope)
    }

    @Test("it can be nested in other types, with any coder")
    func propertyList() throws {
        let content: [Attachment] = [
            .image(Image(width: 1, unknownKeys: ["x": [1.5, "a", true]])), .unknown(["n": 1]),
        ]
        let envelope = Envelope(content: content)
        let data = try PropertyListEncoder().encode(envelope)
        #expect(try PropertyListDecoder().decode(Envelope<Attachment>.self, from: data) == envelope)
        let enums = Envelope(content: [Visibility.friends, .unknown("x")])
        #expect(
            try JSONDecoder().decode(Envelope<Visibility>.self, from: JSONEncoder().encode(enums))
                == enums
        )
        let closed = Data(#"{"content":[10,0]}"#.utf8)
        #expect(
            try JSONDecoder().decode(Envelope<Priority>.self, from: closed).content == [
                .high, .low,
            ]
        )
        #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Envelope<Priority>.self, from: Data(#"{"content":[5]}"#.utf8))
        }
    }

    // The trap: encoders other than `JSONEncoder` write a decimal number as an object.
    @Test(
        "long numbers survive a property list",
        arguments: ["12345678901234567890.12", "-0.1234567890123456789", "1e30", "7"]
    )
    func longNumbers(text: String) throws {
        let json = try JSON(jsonText: "{\"balance\":\(text)}")
        let data = try PropertyListEncoder().encode(json)
        #expect(try PropertyListDecoder().decode(JSON.self, from: data) == json)
    }

    @Test("errors have the whole coding path and the reason")
    func errors() throws {
        let missing = #"{"content":[{"type":"image"}]}"#
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Envelope<Attachment>.self, from: Data(missing.utf8))
        }
        guard case .keyNotFound(let key, let context)? = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(key.stringValue == "width")
        #expect(context.codingPath.map(\.stringValue).first == "content")
        #expect(context.underlyingError is JSONError)
        let wrong = #"{"content":[{"type":"image","width":"secret"}]}"#
        let other = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Envelope<Attachment>.self, from: Data(wrong.utf8))
        }
        guard case .typeMismatch(_, let context)? = other else {
            Issue.record("\(String(describing: other))")
            return
        }
        #expect(context.codingPath.last?.stringValue == "width")
        #expect(context.codingPath.count == 3)
        #expect(!"\(context)".contains("secret"))
        var parcel = try Parcel(jsonText: SkippedValuesTests.parcel)
        parcel.rating = .value(.infinity)
        let unsayable = parcel
        let encoding = #expect(throws: EncodingError.self) { try JSONEncoder().encode([unsayable]) }
        guard case .invalidValue(_, let context)? = encoding else { return }
        #expect(context.codingPath.last?.stringValue == "rating")
    }
}
