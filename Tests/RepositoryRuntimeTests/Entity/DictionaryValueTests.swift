import Foundation
import RepositoryRuntime
import Testing

@Suite("Values in dictionaries")
struct DictionaryValueTests {
    /// Returns the value that `JSONSerialization` decodes.
    private func foundation(_ text: String) throws -> Any {
        let array = try JSONSerialization.jsonObject(with: Data("[\(text)]".utf8))
        return try #require((array as? [Any])?.first)
    }

    @Test("the pitfalls of Foundation's casts on Linux exist, and are avoided")
    func traps() throws {
        #if os(Linux)
        // If one of these no longer holds, its workaround can be removed.
        #expect(try foundation("1") as? Bool == true)
        #expect(try foundation("true") as? Int == 1)
        #expect(try foundation("9223372036854775807") as? Double == nil)
        #expect(try foundation("12345678901234567890") as? Int == nil)
        #expect(try foundation("12345678901234567890") as? Double == nil)
        #endif
        #expect(throws: ConversionError.self) { try Bool(dictionaryValue: foundation("1")) }
        #expect(throws: ConversionError.self) { try Bool(dictionaryValue: foundation("0.0")) }
        #expect(throws: ConversionError.self) { try Int(dictionaryValue: foundation("true")) }
        #expect(throws: ConversionError.self) { try Double(dictionaryValue: foundation("false")) }
        #expect(try Double(dictionaryValue: foundation("9223372036854775807")) == 0x1p63)
        let large = try foundation("12345678901234567890")
        #expect(try UInt64(dictionaryValue: large) == 12_345_678_901_234_567_890)
        #expect(try Double(dictionaryValue: large) == Double("12345678901234567890"))
        #expect(try Int(dictionaryValue: foundation("1.0")) == 1)
        #expect(try Int(dictionaryValue: foundation("1e3")) == 1000)
    }

    /// Expects that a type decodes a text with equal results from bytes and through Foundation.
    private func agree<Value>(_ type: Value.Type, on text: String) throws
    where Value: JSONDecodable & DictionaryValueInitializable & Equatable {
        let bytes = Result { try Value(jsonText: text) }
        guard let any = try? foundation(text) else {
            // Foundation rejects numbers beyond the range of doubles; there is nothing to compare.
            return
        }
        let dictionary = Result { try Value(dictionaryValue: any) }
        #expect((try? bytes.get()) == (try? dictionary.get()), "\(type) of \(text)")
        let native = Result { try Value(dictionaryValue: JSON(jsonText: text).any) }
        #expect((try? bytes.get()) == (try? native.get()), "\(type) of native \(text)")
    }

    @Test("both conversions accept and reject the same, with equal results")
    func agreement() throws {
        let others = [
            "true", "false", "null", "\"\"", "\"1\"", "\"true\"", "[]", "[1]", "{}",
            "\"2026-11-21\"",
            "\"2026-11-21T02:06:32.5Z\"", "\"AQID\"", "\"AQI\"", "\"/a/b?c=d#e\"", "\"http://[x\"",
            "\"5F0A6A1C-7A5C-4F6E-9B1D-0123456789ab\"", "[true]", "[null,1]",
            "{\"a\":1,\"b\":null}",
        ]
        for text in NumberPool.literals + others {
            try agree(Bool.self, on: text)
            try agree(Int.self, on: text)
            try agree(Int8.self, on: text)
            try agree(Int16.self, on: text)
            try agree(Int32.self, on: text)
            try agree(Int64.self, on: text)
            try agree(UInt.self, on: text)
            try agree(UInt8.self, on: text)
            try agree(UInt16.self, on: text)
            try agree(UInt32.self, on: text)
            try agree(UInt64.self, on: text)
            try agree(Double.self, on: text)
            try agree(Float.self, on: text)
            try agree(String.self, on: text)
            try agree(Date.self, on: text)
            try agree(Day.self, on: text)
            try agree(URL.self, on: text)
            try agree(UUID.self, on: text)
            try agree(Data.self, on: text)
            try agree(JSON.self, on: text)
            try agree([Int].self, on: text)
            try agree([Int?].self, on: text)
            try agree([Bool].self, on: text)
            try agree([String: Int].self, on: text)
            try agree([String: Int?].self, on: text)
            try agree(Visibility.self, on: text)
            try agree(Priority.self, on: text)
        }
    }

    @Test("decimals agree for numbers of up to 15 digits, which Foundation preserves")
    func decimals() throws {
        for text in NumberPool.literals where text.filter(\.isNumber).count <= 15 {
            try agree(Decimal.self, on: text)
        }
    }

    @Test(
        "decimals with more digits than they keep agree with those in JSON",
        arguments: [
            "12345678901234567890.12345678901234567890123",
            "0.1000000000000000055511151231257827021181583404541015625",
        ]
    )
    func longDecimals(text: String) throws {
        let bytes = try Decimal(jsonText: text)
        #expect(try Decimal(dictionaryValue: JSON(jsonText: text).any) == bytes)
    }

    @Test(
        "URLs with encoded and invalid characters are encoded once",
        arguments: [
            ("http://x/{a}%20b", "http://x/%7Ba%7D%20b"),
            ("http://x/a b%2Fc", "http://x/a%20b%2Fc"),
            ("/%E2%82%AC|", "/%E2%82%AC%7C"), ("http://x/a%20b?c=%26#d", "http://x/a%20b?c=%26#d"),
        ]
    )
    func urls(text: String, expected: String) throws {
        let url = try URL(jsonText: JSON.string(text).jsonText())
        #expect(url.absoluteString == expected)
        #expect(try URL(dictionaryValue: text) == url)
        #expect(try URL(jsonText: url.jsonText()) == url)
    }

    @Test(
        "Base64 with wrong padding is rejected",
        arguments: ["QQ=A", "====", "QQQQ=", "QQQQ====", "Q===", "=", "QQ", "QQ==QQ=="]
    )
    func padding(text: String) throws {
        #expect(throws: JSONError.self) { try Data(jsonText: "\"\(text)\"") }
        #expect(throws: ConversionError.self) { try Data(dictionaryValue: text) }
    }

    @Test("random doubles and integers agree")
    func randomNumbers() throws {
        var generator = SeededGenerator(seed: 8)
        for _ in 0..<2000 {
            try agree(Double.self, on: generator.double().description)
            try agree(Float.self, on: generator.double().description)
            let integer =
                Int64(truncatingIfNeeded: generator.next())
                >> Int.random(in: 0...63, using: &generator)
            try agree(Int.self, on: integer.description)
            try agree(Int16.self, on: integer.description)
            try agree(UInt64.self, on: integer.description)
            try agree(Double.self, on: integer.description)
        }
    }

    /// Expects that a value survives a round trip through bytes, its dictionary, and Foundation's
    /// form of that.
    private func roundTrip<Value>(_ value: Value) throws
    where
        Value: JSONDecodable & JSONEncodable & DictionaryValueInitializable
            & DictionaryValueRepresentable & Equatable
    {
        #expect(try Value(jsonBytes: value.jsonBytes()) == value)
        #expect(try Value(dictionaryValue: value.dictionaryValue) == value)
        let data = try JSONSerialization.data(withJSONObject: ["a": value.dictionaryValue])
        #expect(try [String: Value](jsonData: data) == ["a": value])
    }

    @Test("values survive a round trip in every form")
    func roundTrips() throws {
        var generator = SeededGenerator(seed: 9)
        for _ in 0..<300 {
            let bits = generator.next()
            try roundTrip(Bool.random(using: &generator))
            try roundTrip(Int(truncatingIfNeeded: bits))
            try roundTrip(Int8(truncatingIfNeeded: bits))
            try roundTrip(Int16(truncatingIfNeeded: bits))
            try roundTrip(Int32(truncatingIfNeeded: bits))
            try roundTrip(Int64(truncatingIfNeeded: bits))
            try roundTrip(UInt(truncatingIfNeeded: bits))
            try roundTrip(UInt8(truncatingIfNeeded: bits))
            try roundTrip(UInt16(truncatingIfNeeded: bits))
            try roundTrip(UInt32(truncatingIfNeeded: bits))
            try roundTrip(bits)
            try roundTrip(generator.double())
            try roundTrip(Float(Int16(truncatingIfNeeded: bits)) / 7)
            try roundTrip(Decimal(Int64(truncatingIfNeeded: bits)) / 1000)
            try roundTrip(generator.text())
            try roundTrip(Date(timeIntervalSince1970: Double(generator.microseconds()) / 1e6))
            try roundTrip(#require(Day(daysSince1970: Int(bits % 50_000))))
            try roundTrip(UUID())
            try roundTrip(Data(generator.text().utf8))
            try roundTrip(#require(URL(string: "https://example.com/\(bits)?q=a%20b#f")))
            try roundTrip(JSON(jsonText: generator.json().text))
            try roundTrip([generator.text(), ""])
            try roundTrip([Int?.none, 3])
            try roundTrip([["a": [1.5]], [:]])
            try roundTrip(Visibility(rawValue: generator.text()))
            try roundTrip(Priority.high)
        }
    }

    @Test("Foundation encodes each number of a dictionary exactly")
    func foundationNumbers() throws {
        let dictionary: [String: any Sendable] = [
            "i8": Int8.min.dictionaryValue, "u64": UInt64.max.dictionaryValue,
            "f": Float(0.1).dictionaryValue, "d": 0.1.dictionaryValue, "b": true.dictionaryValue,
            "dec": Decimal(1).dictionaryValue, "null": Int?.none.dictionaryValue,
        ]
        let data = try JSONSerialization.data(withJSONObject: dictionary, options: .sortedKeys)
        #expect(
            String(decoding: data, as: UTF8.self)
                == #"{"b":true,"d":0.1,"dec":1,"f":0.1,"i8":-128,"null":null,"u64":18446744073709551615}"#
        )
    }
}
