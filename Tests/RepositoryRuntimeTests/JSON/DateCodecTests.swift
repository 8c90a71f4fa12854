import Foundation
import RepositoryRuntime
import Testing

@Suite("Dates")
struct DateCodecTests {
    private func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

    @Test(
        "in ISO 8601 are parsed in all formats",
        arguments: [
            ("2026-11-21T02:06:32Z", 1_795_226_792),
            ("2026-11-21t02:06:32z", 1_795_226_792),
            ("2026-11-21 02:06:32Z", 1_795_226_792),
            ("2026-11-21T03:36:32+01:30", 1_795_226_792),
            ("2026-11-20T22:06:32-0400", 1_795_226_792),
            ("2026-11-21T03:06:32+01", 1_795_226_792),
            ("2026-11-21T02:06:32-00:00", 1_795_226_792),
            ("2026-11-21T02:06Z", 1_795_226_760),
            ("2026-11-21T02:06:32.5Z", 1_795_226_792.5),
            ("2026-11-21T02:06:32,25Z", 1_795_226_792.25),
            ("2026-11-21T02:06:32.123456Z", 1_795_226_792.123456),
            ("2026-11-21T02:06:32.123456789123Z", 1_795_226_792.123456),
            ("2026-11-21T02:06:32.000-04:00", 1_795_241_192),
            ("2016-12-31T23:59:60Z", 1_483_228_800),
            ("1969-12-31T23:59:59.5Z", -0.5),
            ("0001-01-01T00:00:00Z", -62_135_596_800),
            ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("0000-01-01T00:00:00+01:00", -62_167_219_200),
        ]
    )
    func iso8601(text: String, seconds: Double) throws {
        let value = try Date(jsonText: "\"\(text)\"")
        #expect(abs(value.timeIntervalSince1970 - seconds) < 0.000_000_5)
        #expect(try Date(dictionaryValue: text) == value)
        #expect(try Date(jsonBytes: value.jsonBytes()) == value)
    }

    // The trap: the step of a date of these years is larger than a microsecond.
    @Test(
        "with milliseconds are written as they were read, in all years",
        arguments: [
            "9999-12-31T23:59:59.999Z", "1858-01-24T06:07:09.801Z", "0001-01-01T00:00:00.001Z",
            "2026-11-21T02:06:32.123Z", "2026-11-21T02:06:32.123456Z",
            "2026-11-21T02:06:32.001001Z",
        ]
    )
    func farYears(text: String) throws {
        let date = try Date(jsonText: "\"\(text)\"")
        #expect(try date.jsonText() == "\"\(text)\"")
        for milliseconds in ["-3532335570199", "8999999999999", "253402300799999"] {
            let codec = DateCodec(.unixMilliseconds)
            #expect(try write(try read(milliseconds, codec), codec) == milliseconds)
        }
    }

    // The trap: rounding, or a time zone, leads to the year 10000, which cannot be written.
    @Test(
        "at the end of the year 9999 can be written again",
        arguments: [
            "9999-12-31T23:59:59.9999999Z", "9999-12-31T23:59:59.99999Z",
            "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-05:00",
        ]
    )
    func lastYear(text: String) throws {
        let value = try Date(jsonText: "\"\(text)\"")
        #expect(value.timeIntervalSince1970 >= 253_402_300_799)
        #expect(value.timeIntervalSince1970 < 253_402_300_800)
        #expect(try Date(jsonBytes: value.jsonBytes()) == value)
        #expect(try Date(dictionaryValue: try JSON(jsonText: value.jsonText()).any) == value)
    }

    @Test(
        "that are not ISO 8601, or have no time zone, are rejected",
        arguments: [
            "2026-11-21", "2026-11-21T02:06:32", "2026-11-21T24:00:00Z", "2026-11-21T02:60:00Z",
            "2026-11-21T02:06:61Z", "2026-13-21T02:06:32Z", "2026-02-30T02:06:32Z",
            "2026-11-21T02:06:32.Z", "2026-11-21T02:06:32+24:00", "2026-11-21T02:06:32+1:00",
            "2026-11-21T02:06:32+01:", "2026-11-21T02:06:32Zx", "", "Z",
            "Sat, 21 Nov 2026 02:06:32 GMT", "1795226792", "20261121T020632Z",
            "2026-11-21T2:06:32Z",
        ]
    )
    func notISO8601(text: String) {
        #expect(throws: JSONError.self) { try Date(jsonText: "\"\(text)\"") }
        #expect(throws: ConversionError.self) { try Date(dictionaryValue: text) }
    }

    @Test(
        "in RFC 1123 and 2822 are parsed in all formats",
        arguments: [
            ("Sat, 21 Nov 2026 02:06:32 GMT", 1_795_226_792),
            ("sat, 21 nov 2026 02:06:32 gmt", 1_795_226_792),
            ("21 Nov 2026 02:06:32 GMT", 1_795_226_792),
            ("Sat, 21 Nov 2026 02:06:32 +0000", 1_795_226_792),
            ("Fri, 20 Nov 2026 22:06:32 -0400", 1_795_226_792),
            ("Sun, 6 Nov 1994 08:49:37 GMT", 784_111_777),
            ("Sun, 06 Nov 1994 08:49 UTC", 784_111_740),
            ("Thu, 27 Aug 1970 14:37:13 GMT", 20_615_833),
        ]
    )
    func rfc1123(text: String, seconds: Double) throws {
        let codec = DateCodec(.rfc1123)
        let value = try read("\"\(text)\"", codec)
        #expect(value == date(seconds))
        #expect(try codec.decode(dictionaryValue: text) == value)
        #expect(try read(write(value, codec), codec) == value)
    }

    @Test(
        "that are not RFC 1123 are rejected",
        arguments: [
            "Xyz, 21 Nov 2026 02:06:32 GMT", "Sat, 31 Nov 2026 02:06:32 GMT",
            "Sat, 21 Nov 2026 02:06:32", "Sat, 21 Nov 26 02:06:32 GMT", "2026-11-21T02:06:32Z",
            "Sat, 21 Nov 2026 25:06:32 GMT", "Sat, 21 Nov 2026 02:06:32 PST", "",
            "Saturday, 21-Nov-26 02:06:32 GMT", "Sat 21 Nov 2026 02:06:32 GMT",
            "Sat, 21 Nov 2026 02:06:32 +00:00", "Sat, 21 Nov 2026 02:06:32 GMT ",
        ]
    )
    func notRFC1123(text: String) {
        let codec = DateCodec(.rfc1123)
        #expect(throws: JSONError.self) { try read("\"\(text)\"", codec) }
        #expect(throws: ConversionError.self) { try codec.decode(dictionaryValue: text) }
    }

    @Test("are numbers of seconds and milliseconds")
    func numbers() throws {
        #expect(try read("1234567890", DateCodec(.unixSeconds)) == date(1_234_567_890))
        #expect(try read("1.5e0", DateCodec(.unixSeconds)) == date(1.5))
        #expect(try read("-1", DateCodec(.unixSeconds)) == date(-1))
        #expect(try read("1234567890123", DateCodec(.unixMilliseconds)) == date(1_234_567_890.123))
        #expect(try write(date(1_234_567_890), DateCodec(.unixSeconds)) == "1234567890")
        #expect(try write(date(0.25), DateCodec(.unixSeconds)) == "0.25")
        #expect(try write(date(-1.5), DateCodec(.unixMilliseconds)) == "-1500")
        for codec in [DateCodec(.unixSeconds), DateCodec(.unixMilliseconds)] {
            for text in ["1e300", "-1e17", "true", "\"0\"", "null"] {
                #expect(throws: JSONError.self) { try read(text, codec) }
            }
            for value in [1e300, true, "0", Double.nan] as [Any] {
                #expect(throws: ConversionError.self) { try codec.decode(dictionaryValue: value) }
            }
        }
    }

    @Test("without a time zone are in UTC, but may have one")
    func withoutZone() throws {
        let codec = DateCodec(.iso8601WithoutZone)
        #expect(try read("\"2026-11-21T02:06:32\"", codec) == date(1_795_226_792))
        #expect(try read("\"2026-11-21 02:06\"", codec) == date(1_795_226_760))
        #expect(try read("\"2026-11-21T02:06:32.5\"", codec) == date(1_795_226_792.5))
        #expect(try read("\"2026-11-21T03:06:32+01:00\"", codec) == date(1_795_226_792))
        #expect(try write(date(1_795_226_792.25), codec) == "\"2026-11-21T02:06:32.250\"")
        for text in ["2026-11-21", "2026-11-21T02:06:32+", "2026-11-21T02:06:32 ", "", "T"] {
            #expect(throws: JSONError.self) { try read("\"\(text)\"", codec) }
            #expect(throws: ConversionError.self) { try codec.decode(dictionaryValue: text) }
        }
    }

    @Test("that are days are their first instant in UTC")
    func dateOnly() throws {
        let codec = DateCodec(.dateOnly)
        #expect(try read("\"2026-11-21\"", codec) == date(1_795_219_200))
        #expect(try read("\"0000-01-01\"", codec) == date(-62_167_219_200))
        #expect(try write(date(1_795_226_792), codec) == "\"2026-11-21\"")
        #expect(try write(date(-1), codec) == "\"1969-12-31\"")
        for text in ["2026-11-21T02:06:32Z", "2026-11-21 ", "2026-02-29", "2026-13-01", "21", ""] {
            #expect(throws: JSONError.self) { try read("\"\(text)\"", codec) }
            #expect(throws: ConversionError.self) { try codec.decode(dictionaryValue: text) }
        }
    }

    @Test("may have several formats")
    func all() throws {
        let codec = DateCodec(
            .dateOnly,
            .iso8601,
            .iso8601WithoutZone,
            .rfc1123,
            .unixMilliseconds,
            .unixSeconds
        )
        for text in [
            "\"2026-11-21\"", "\"2026-11-21T00:00:00Z\"", "\"2026-11-21T00:00\"",
            "\"Sat, 21 Nov 2026 00:00:00 GMT\"", "1795219200000",
        ] {
            #expect(try read(text, codec) == date(1_795_219_200))
        }
        let error = #expect(throws: JSONError.self) { try read("true", codec) }
        #expect(error?.expected.contains("unixSeconds") == true)
    }

    @Test("are parsed with the first matching format, and formatted with the first")
    func several() throws {
        let codec = DateCodec(.rfc1123, .iso8601, .unixMilliseconds, .unixSeconds)
        #expect(try read("\"2026-11-21T02:06:32Z\"", codec) == date(1_795_226_792))
        #expect(try read("\"Sat, 21 Nov 2026 02:06:32 GMT\"", codec) == date(1_795_226_792))
        #expect(try read("1795226792000", codec) == date(1_795_226_792))
        #expect(try write(date(1_795_226_792), codec) == "\"Sat, 21 Nov 2026 02:06:32 GMT\"")
        #expect(throws: JSONError.self) { try read("\"x\"", codec) }
    }

    @Test(
        "in whole microseconds survive a round trip in every format",
        arguments: DateCodec.Format.allCases
    )
    func random(format: DateCodec.Format) throws {
        var generator = SeededGenerator(seed: 6)
        let codec = DateCodec(format)
        for _ in 0..<5000 {
            var microseconds = generator.microseconds()
            if format == .rfc1123 || generator.oneIn(3) { microseconds -= microseconds % 1_000_000 }
            if format == .dateOnly { microseconds -= microseconds % 86_400_000_000 }
            let text = try write(date(Double(microseconds) / 1e6), codec)
            let value = try read(text, codec)
            #expect(value == date(Double(microseconds) / 1e6))
            #expect(try write(value, codec) == text)
            #expect(try read(write(value, codec), codec) == value)
            let dictionaryValue = codec.dictionaryValue(of: value)
            #expect(try codec.decode(dictionaryValue: dictionaryValue) == value)
            let data = try JSONSerialization.data(withJSONObject: [dictionaryValue])
            let back = try JSONReader.read(data) { reader throws(JSONError) in
                try reader.value(using: codec.array)
            }
            #expect(back == [value])
        }
    }

    @Test("agree with Foundation's formatter")
    func foundation() throws {
        let style = Date.ISO8601FormatStyle()
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<500 {
            let value = date(Double(generator.microseconds() / 1_000_000))
            #expect(try Date(jsonBytes: value.jsonBytes()) == style.parse(style.format(value)))
            #expect(try value.jsonText() == "\"\(style.format(value))\"")
        }
    }

    @Test("have a fraction of three or six digits, only if it is not zero")
    func fractions() throws {
        #expect(try date(0).jsonText() == "\"1970-01-01T00:00:00Z\"")
        #expect(try date(0.25).jsonText() == "\"1970-01-01T00:00:00.250Z\"")
        #expect(try date(0.000_001).jsonText() == "\"1970-01-01T00:00:00.000001Z\"")
        #expect(try date(-0.000_001).jsonText() == "\"1969-12-31T23:59:59.999999Z\"")
        #expect(try date(0.999_999_9).jsonText() == "\"1970-01-01T00:00:01Z\"")
    }

    @Test("that a format cannot represent are errors")
    func outOfRange() throws {
        for value in [
            date(.infinity), date(.nan), date(1e300), date(253_402_300_800), date(-62_167_219_201),
        ] {
            let formats: [DateCodec.Format] = [.iso8601, .rfc1123, .iso8601WithoutZone, .dateOnly]
            for codec in formats.map({ DateCodec($0) }) {
                #expect(throws: JSONError.self) { try write(value, codec) }
                #expect(throws: ConversionError.self) {
                    try codec.decode(dictionaryValue: codec.dictionaryValue(of: value))
                }
            }
        }
        for value in [Date.distantPast, .distantFuture] {
            #expect(try Date(jsonBytes: value.jsonBytes()) == value)
        }
    }

    @Test("in containers use the codecs created by combinators")
    func combinators() throws {
        let codec = DateCodec(.unixSeconds)
        let text = "{\"a\":[1,null],\"b\":[]}"
        let read = try JSONReader.read(text) { reader throws(JSONError) in
            try reader.value(using: codec.nullable.array.dictionary)
        }
        #expect(read == ["a": [date(1), nil], "b": []])
        var writer = JSONWriter()
        writer.beginArray()
        writer.value(read, using: codec.nullable.array.dictionary)
        writer.endArray()
        #expect(try writer.finishText() == "[\(text)]")
        let value = codec.nullable.array.dictionary.dictionaryValue(of: read)
        #expect(try codec.nullable.array.dictionary.decode(dictionaryValue: value) == read)
        let error = #expect(throws: ConversionError.self) {
            try codec.array.dictionary.decode(dictionaryValue: value)
        }
        #expect(error?.keyPath.description == "a[1]")
    }

    private func read(_ text: String, _ codec: DateCodec) throws -> Date {
        try JSONReader.read(text) { reader throws(JSONError) in try reader.value(using: codec) }
    }

    private func write(_ value: Date, _ codec: DateCodec) throws -> String {
        var writer = JSONWriter()
        codec.encode(value, to: &writer)
        return try writer.finishText()
    }
}
