import SchemaLanguage
import Testing

@testable import SwiftEmitter

@Suite struct LiteralTests {
    @Test(arguments: [
        ("", #""""#), ("text", #""text""#), ("größe 😀", "\"größe 😀\""),
        ("say \"hi\"", "#\"say \"hi\"\"#"), (#"a\b"#, ##"#"a\b"#"##), (#"\(x)"#, ##"#"\(x)"#"##),
        ("\"#", "##\"\"#\"##"), (##"\#(x)"##, ###"##"\#(x)"##"###), ("#", "\"#\""),
        ("a\nb\r\t\0", #""a\nb\r\t\0""#), ("\u{1}\"\\", #""\u{1}\"\\""#),
        ("a\u{202E}b", #""a\u{202E}b""#), ("\u{2028}", #""\u{2028}""#),
        ("\u{FEFF}", #""\u{FEFF}""#),
        ("a\u{A0}b", #""a\u{A0}b""#), ("\u{301}a\u{301}", "\"\\u{301}a\u{301}\""), ("👩‍👧", "\"👩‍👧\""),
        ("❤️", "\"❤️\""),
    ])
    func text(text: String, literal: String) {
        #expect(StringLiteral.literal(text) == literal)
    }

    @Test(arguments: [
        ("0", "0"), ("-0", "0"), ("+5", "5"), ("007", "7"), ("-128", "-128"), ("999999", "999999"),
        ("1000000", "1_000_000"), ("-9223372036854775808", "-9_223_372_036_854_775_808"),
    ])
    func integer(text: String, literal: String) {
        #expect(NumberLiteral.integer(text) == literal)
    }

    @Test(arguments: [
        ("1", "1"), ("-0", "-0.0"), ("0", "0.0"), ("1.50", "1.50"), (".5", "0.5"), ("1e5", "1e5"),
        ("9007199254740993", "9_007_199_254_740_993.0"), ("4.9e-324", "Double(bitPattern: 0x1)"),
        ("-0.0e5", "-0.0"), ("1e-400", "Double(bitPattern: 0x0)"),
        ("-1e-310", "Double(bitPattern: 0x800012688b70e62b)"),
    ])
    func double(text: String, literal: String) {
        #expect(NumberLiteral.double(text) == literal)
    }

    @Test(arguments: [
        ("16777217", "16_777_217.0"), ("0.5", "0.5"), ("1e-45", "Float(bitPattern: 0x1)"),
    ])
    func float(text: String, literal: String) {
        #expect(NumberLiteral.float(text) == literal)
    }

    @Test(arguments: [
        ("5", "5"), ("-12345678", "-12_345_678"), ("0.00", "0"), ("-0", "0"), ("2.0", "2"),
        ("19.99", "Decimal(sign: .plus, exponent: -2, significand: 1999)"),
        ("-1.10", "Decimal(sign: .minus, exponent: -1, significand: 11)"),
        ("1e20", "Decimal(sign: .plus, exponent: 20, significand: 1)"),
        ("1234567890123456789.5", #"Decimal(string: "1234567890123456789.5") ?? 0"#),
    ])
    func decimal(text: String, literal: String) {
        #expect(NumberLiteral.decimal(text) == literal)
    }

    @Test(arguments: [
        (CheckedLiteral.null, CheckedType.primitive(.string), "nil"),
        (.bool(true), .primitive(.bool), "true"), (.string("a"), .primitive(.string), "\"a\""),
        (.integer("1"), .identity(of: "User", .int), "1"),
        (
            .enumerationCase(enumeration: "Visibility", name: "friends"),
            .enumeration("Visibility"), ".friends"
        ),
        (.emptyArray, .array(.primitive(.int)), "[]"), (.emptyDictionary, .primitive(.json), "[:]"),
    ])
    func value(literal: CheckedLiteral, type: CheckedType, expected: String) {
        let types = TypeTranslator(.sample, names: DeclarationNames(.sample))
        #expect(types.literal(literal, as: type) == expected)
    }

    private static let codecs: [(CheckedType, DateFormats, String?)] = [
        (CheckedType.primitive(.date), DateFormats.api("Service"), "Service.dates"),
        (.array(.nullable(.primitive(.date))), .api("Service"), "Service.dates.nullable.array"),
        (
            .dictionary(.array(.primitive(.date))), .own([.unixSeconds, .unixSeconds]),
            "DateCodec(.unixSeconds).array.dictionary"
        ),
        (.primitive(.string), .api("Service"), nil),
    ]

    @Test(arguments: codecs)
    func codec(type: CheckedType, formats: DateFormats, expected: String?) {
        let types = TypeTranslator(.sample, names: DeclarationNames(.sample))
        #expect(types.codec(.date(formats), for: type) == expected)
    }
}
