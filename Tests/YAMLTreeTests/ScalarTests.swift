import Testing
import YAMLTree

@Suite struct ScalarTests {
    @Test(
        arguments: [
            ("", .null), ("~", .null), ("null", .null), ("Null", .null), ("NULL", .null),
            ("nULL", .string), ("nil", .string), ("none", .string), ("~~", .string),
            ("true", .bool(true)), ("True", .bool(true)), ("TRUE", .bool(true)),
            ("false", .bool(false)), ("False", .bool(false)), ("FALSE", .bool(false)),
            ("tRUE", .string), ("truth", .string), ("fals", .string),
            // Scalars that YAML 1.1 reads as other types.
            ("off", .string), ("no", .string), ("No", .string), ("yes", .string), ("on", .string),
            ("y", .string), ("n", .string), ("12:30", .string), ("190:20:30.15", .string),
            ("1_000", .string), ("0b1", .string), ("0b", .string), ("+0x1F", .string),
            ("-0o7", .string), ("2001-01-01", .string), ("1e", .string), ("0x", .string),
            ("0o", .string), ("0o8", .string), ("0xG", .string), ("0X1F", .string), ("=", .string),
            ("0", .integer), ("-0", .integer), ("+12", .integer), ("010", .integer),
            ("0o17", .integer), ("0x1F", .integer), ("123456789012345678901234567890", .integer),
            ("1.5", .float), ("-1.", .float), (".5", .float), ("+.5", .float), ("1e3", .float),
            ("1.5E-3", .float), ("0.", .float), (".inf", .float), ("-.Inf", .float),
            ("+.INF", .float),
            (".nan", .float), (".NaN", .float), (".NAN", .float),
            (".", .string), ("+", .string), ("-.", .string), (".e3", .string),
            ("1.2.3", .string), ("-.nan", .string), (".Nan", .string), (".iNF", .string),
            ("1e+", .string), ("1 000", .string), ("12a", .string), ("--1", .string),
        ] as [(String, YAMLScalar.Meaning)]
    )
    func plainScalarsByTheCoreSchema(text: String, meaning: YAMLScalar.Meaning) throws {
        // In brackets, where '-' alone is not the start of a list.
        let root = try #require(try Reading.root(of: "{k: \(text)\n}")?["k"])
        #expect(root.scalar == YAMLScalar(text, style: .plain, meaning: meaning))
    }

    @Test(
        arguments: [
            ("'1'", "1", .singleQuoted), ("\"true\"", "true", .doubleQuoted),
            ("''", "", .singleQuoted), ("\"\"", "", .doubleQuoted),
            ("'it''s'", "it's", .singleQuoted),
            ("\"\\t\\x41\\u00e4\\U0001F44D\"", "\tAä👍", .doubleQuoted),
            ("|\n  1\n  2\n", "1\n2\n", .literal), (">\n  1\n  2\n", "1 2\n", .folded),
            ("|-\n  null\n", "null", .literal), (">+\n  a\n\n", "a\n\n", .folded),
            ("\"a\\0b\"", "a\0b", .doubleQuoted),
        ] as [(String, String, YAMLScalar.Style)]
    )
    func otherStylesAreAlwaysText(source: String, text: String, style: YAMLScalar.Style) throws {
        let root = try #require(try Reading.root(of: source))
        #expect(root.scalar == YAMLScalar(text, style: style, meaning: .string))
    }

    @Test(
        arguments: [
            ("0", 0), ("-12", -12), ("+12", 12), ("010", 10), ("0o17", 15), ("0x1F", 31),
            ("9223372036854775807", .max), ("9223372036854775808", nil),
            ("0xFFFFFFFFFFFFFFFF", nil),
            ("1.0", nil), ("'1'", nil), ("true", nil), ("~", nil),
        ] as [(String, Int?)]
    )
    func integerValues(source: String, value: Int?) throws {
        #expect(try Reading.root(of: "[\(source)]")?[0]?.scalar?.integerValue == value)
    }

    @Test(
        arguments: [
            ("0", 0), ("-12", -12), ("0o17", 15), ("0xff", 255), ("1.5", 1.5), ("-1.", -1),
            (".5", 0.5), ("+.5e1", 5), ("1e400", .infinity), (".inf", .infinity),
            ("+.INF", .infinity),
            ("-.inf", -.infinity), ("9223372036854775808", 9_223_372_036_854_775_808),
            ("0x10000000000000000", 18_446_744_073_709_551_616), ("'1'", nil), ("true", nil),
            ("~", nil),
        ] as [(String, Double?)]
    )
    func floatingPointValues(source: String, value: Double?) throws {
        #expect(try Reading.root(of: "[\(source)]")?[0]?.scalar?.floatingPointValue == value)
    }

    @Test func notANumberIsNotANumber() throws {
        #expect(try Reading.root(of: ".nan")?.scalar?.floatingPointValue?.isNaN == true)
    }
}
