import Foundation
import RepositoryRuntime
import Testing

@Suite("Numbers")
struct NumberTests {
    @Test(
        "integers are exact, in any notation",
        arguments: [
            ("0", 0), ("-0", 0), ("0e1", 0), ("0E+999999999999999999999", 0), ("0.000", 0),
            ("1.0", 1), ("1e3", 1000), ("1200e-2", 12), ("-1.50e1", -15),
            ("9223372036854775807", .max), ("-9223372036854775808", .min),
            ("922337203685477580.7e1", .max), ("1e18", 1_000_000_000_000_000_000),
            ("123456789012345678", 123_456_789_012_345_678),
        ]
    )
    func integers(text: String, value: Int) throws {
        #expect(try Int(jsonText: text) == value)
        #expect(try JSON(jsonText: text).int == value)
    }

    @Test(
        "a number that is not an integer of the type is an error",
        arguments: [
            "9223372036854775808", "-9223372036854775809", "1.5", "1e-1", "1e19", "1e400",
            "1e99999999999999999999", "-1e99999999999999999999",
        ]
    )
    func notIntegers(text: String) {
        #expect { try Int(jsonText: text) } throws: { error in
            (error as? JSONError)?.code == .numberOutOfRange
        }
    }

    @Test("every width has its own range")
    func widths() throws {
        #expect(try Int8(jsonText: "-128") == -128)
        #expect(throws: JSONError.self) { try Int8(jsonText: "128") }
        #expect(try UInt8(jsonText: "255") == 255)
        #expect(throws: JSONError.self) { try UInt8(jsonText: "256") }
        #expect(throws: JSONError.self) { try UInt8(jsonText: "-1") }
        #expect(try UInt8(jsonText: "-0") == 0)
        #expect(try UInt64(jsonText: "18446744073709551615") == .max)
        #expect(throws: JSONError.self) { try UInt64(jsonText: "18446744073709551616") }
        #expect(try Int32(jsonText: "-2147483648") == .min)
        #expect(try UInt16(jsonText: "65.535e3") == .max)
    }

    @Test(
        "malformed numbers are rejected",
        arguments: ["-", "01", "1.", ".5", "1e", "1e+", "+1", "0x1", "1_000", "--1", "NaN", "-.1"]
    )
    func broken(text: String) {
        #expect(throws: JSONError.self) { try Int(jsonText: text) }
        #expect(throws: JSONError.self) { try Double(jsonText: text) }
        #expect(throws: JSONError.self) { try Decimal(jsonText: text) }
        #expect(throws: JSONError.self) { try JSON(jsonText: text) }
        #expect(JSON.Number(text) == nil)
    }

    @Test("doubles are the nearest, as in the standard library", arguments: NumberPool.literals)
    func doubles(text: String) throws {
        let expected = try #require(Double(text))
        let value = try Double(jsonText: text)
        #expect(value == expected)
        #expect(value.sign == expected.sign)
    }

    @Test("doubles survive a round trip")
    func randomDoubles() throws {
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<20_000 {
            let value = generator.double()
            #expect(try Double(jsonText: value.description) == value)
            #expect(try Double(jsonBytes: value.jsonBytes()) == value)
            let short = (value.significand * 1e6).rounded() / 1e3
            #expect(try Double(jsonBytes: short.jsonBytes()) == short)
        }
    }

    @Test("floats survive a round trip")
    func randomFloats() throws {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<20_000 {
            let value = Float(bitPattern: UInt32.random(in: .min ... .max, using: &generator))
            guard value.isFinite else { continue }
            #expect(try Float(jsonBytes: value.jsonBytes()) == value)
        }
    }

    @Test("numbers beyond the range of doubles or floats are errors; tiny ones are zero")
    func range() throws {
        #expect(throws: JSONError.self) { try Double(jsonText: "1e309") }
        #expect(throws: JSONError.self) { try Double(jsonText: "-1e99999999999999999999") }
        #expect(throws: JSONError.self) { try Float(jsonText: "3.5e38") }
        #expect(try Double(jsonText: "1e-99999999999999999999") == 0)
        #expect(try Double(jsonText: "-1e-400").sign == .minus)
    }

    @Test("integral doubles keep a fraction, so that strict parsers keep them as doubles")
    func wholeDoubles() throws {
        #expect(
            try [1.0, -0.0, 0, 1e14, 1e15, 1e16, 0.1].jsonText()
                == "[1.0,-0.0,0.0,100000000000000.0,1000000000000000.0,1e+16,0.1]"
        )
    }

    @Test("decimals keep 38 digits")
    func decimals() throws {
        let text = "12345678901234567890.123456789012345678"
        #expect(try Decimal(jsonText: text).description == text)
        #expect(try Decimal(jsonText: "-0.00750") == Decimal(string: "-0.0075"))
        for zero in ["0e200", "0e-200", "-0.0e999"] {
            #expect(try Decimal(jsonText: zero) == 0)
            #expect(JSON.Number(zero)?.decimal == 0)
        }
        #expect(throws: JSONError.self) { try Decimal(jsonText: "1e400") }
        #expect(throws: JSONError.self) { try Decimal(jsonText: "\"1\"") }
        #expect(throws: JSONError.self) { try Decimal.nan.jsonText() }
    }
}
