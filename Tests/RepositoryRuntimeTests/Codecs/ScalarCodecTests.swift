import Foundation
import RepositoryRuntime
import Testing

@Suite("Codecs of scalars")
struct ScalarCodecTests {
    private func read<Codec: JSONCodec>(_ text: String, _ codec: Codec) throws -> Codec.Value {
        try JSONReader.read(text) { reader throws(JSONError) in try reader.value(using: codec) }
    }

    private func write<Codec: JSONCodec>(_ value: Codec.Value, _ codec: Codec) throws -> String {
        var writer = JSONWriter()
        codec.encode(value, to: &writer)
        return try writer.finishText()
    }

    /// Expects that a value survives a round trip through bytes and a dictionary.
    private func roundTrip<Codec: JSONCodec>(_ value: Codec.Value, _ codec: Codec) throws
    where Codec.Value: Equatable {
        let text = try write(value, codec)
        #expect(try read(text, codec) == value)
        #expect(try codec.decode(dictionaryValue: codec.dictionaryValue(of: value)) == value)
        #expect(try JSON(any: codec.dictionaryValue(of: value)) == JSON(jsonText: text))
    }

    /// Expects that bytes and a dictionary give equal results.
    private func agree<Codec: JSONCodec>(_ text: String, _ codec: Codec) throws
    where Codec.Value: Equatable {
        let bytes = try? read(text, codec)
        let any = try JSON(jsonText: text).any
        #expect(bytes == (try? codec.decode(dictionaryValue: any)), "\(codec) of \(text)")
    }

    @Test("text: numbers and Booleans survive a round trip")
    func text() throws {
        var generator = SeededGenerator(seed: 31)
        for _ in 0..<500 {
            let bits = generator.next()
            try roundTrip(Int(truncatingIfNeeded: bits), TextCodec())
            try roundTrip(Int8(truncatingIfNeeded: bits), TextCodec())
            try roundTrip(bits, TextCodec())
            try roundTrip(generator.double(), TextCodec())
            try roundTrip(Float(Int16(truncatingIfNeeded: bits)) / 7, TextCodec())
            try roundTrip(Decimal(Int64(truncatingIfNeeded: bits)) / 1000, TextCodec())
            try roundTrip(bits & 1 == 0, TextCodec())
            try roundTrip(bits & 1 == 0, NumericBoolCodec())
        }
        #expect(try write(-37.3159, TextCodec()) == "\"-37.3159\"")
        #expect(try write(true, TextCodec()) == "\"true\"")
        #expect(try write(Int64.min, TextCodec()) == "\"-9223372036854775808\"")
        #expect(try read("\"-0.00750\"", TextCodec<Decimal>()) == Decimal(-75) / 10_000)
        #expect(try read("\"1\\u0030\"", TextCodec<Int>()) == 10)
        #expect(try read("\"1e3\"", TextCodec<Int>()) == 1000)
    }

    @Test(
        "text: only the exact number is accepted",
        arguments: [
            "\"\"", "\" 1\"", "\"1 \"", "\"+1\"", "\"01\"", "\"1.\"", "\".5\"", "\"0x1\"",
            "\"1,5\"",
            "\"nan\"", "\"inf\"", "\"١\"", "\"1\\n\"", "\"\\ufeff1\"", "\"null\"", "\"[]\"",
            "\"\\\"1\\\"\"", "1", "true", "null", "{}", "[]", "\"1e999\"", "\"True\"", "\"1-\"",
        ]
    )
    func notText(text: String) throws {
        #expect(throws: JSONError.self) { try read(text, TextCodec<Int>()) }
        #expect(throws: JSONError.self) { try read(text, TextCodec<Double>()) }
        #expect(throws: JSONError.self) { try read(text, TextCodec<Bool>()) }
        try agree(text, TextCodec<Int>())
        try agree(text, TextCodec<Double>())
        try agree(text, TextCodec<Decimal>())
        try agree(text, TextCodec<Bool>())
    }

    @Test("text: a number that is not finite cannot be encoded")
    func infinite() throws {
        for value in [Double.infinity, .nan] {
            #expect(throws: JSONError.self) { try write(value, TextCodec()) }
            let codec = TextCodec<Double>()
            let any = codec.dictionaryValue(of: value)
            #expect(throws: ConversionError.self) { try codec.decode(dictionaryValue: any) }
        }
    }

    @Test("text: errors contain the expected kind, but not the text")
    func textError() throws {
        let error = #expect(throws: JSONError.self) {
            try read("[\"4711x\"]", TextCodec<Int>().array)
        }
        #expect(error?.description == "[0]: expected Int as text, found string (byte 1)")
        let other = #expect(throws: ConversionError.self) {
            try TextCodec<Int>().array.decode(dictionaryValue: ["4711x"])
        }
        #expect(other?.description == "[0]: expected Int as text, found string")
    }

    @Test("0 and 1: no other number is a Boolean, and no Boolean is a number")
    func numericBool() throws {
        let codec = NumericBoolCodec()
        #expect(try write(true, codec) == "1")
        #expect(try write(false, codec) == "0")
        for text in NumberPool.literals + ["true", "false", "null", "\"1\"", "[1]"] {
            try agree(text, codec)
            let value = try JSON(jsonText: text).number?.double
            #expect((try? read(text, codec)) == (value == 0 ? false : value == 1 ? true : nil))
        }
        #expect(throws: ConversionError.self) { try codec.decode(dictionaryValue: true) }
        #expect(throws: ConversionError.self) {
            try codec.decode(dictionaryValue: NSNumber(value: false))
        }
    }

    @Test("custom scalars have all conversions, and can be used in requests")
    func scalars() throws {
        let euro = Currency(code: "EUR")
        #expect(try Currency(jsonText: "\"EUR\"") == euro)
        #expect(try [euro].jsonText() == "[\"EUR\"]")
        #expect(try Currency(dictionaryValue: "EUR") == euro)
        #expect(euro.dictionaryValue as? String == "EUR")
        #expect(euro.parameterText == "EUR")
        let error = #expect(throws: JSONError.self) { try [Currency](jsonText: "[\"EURO\"]") }
        #expect(error?.description == "[0]: expected currency, found string (byte 1)")
        let other = #expect(throws: ConversionError.self) {
            try [Currency](dictionaryValue: ["EURO"])
        }
        #expect(other?.description == "[0]: expected currency, found string")
        #expect(throws: JSONError.self) { try Currency(jsonText: "1") }
    }
}
