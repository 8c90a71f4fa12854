import Testing
import YAMLTree

@Suite struct TagTests {
    @Test(
        arguments: [
            ("!!str 12", .string), ("!!str", .string), ("!!str ~", .string), ("!!str 'x'", .string),
            ("!!int 12", .integer), ("!!int \"12\"", .integer), ("!!int 0x1F", .integer),
            ("!!float 1.5", .float), ("!!float 1", .float), ("!!float '.inf'", .float),
            ("!!bool true", .bool(true)), ("!!bool 'FALSE'", .bool(false)),
            ("!!null", .null), ("!!null ~", .null), ("!!null ''", .null), ("!!null 'null'", .null),
            ("! 12", .string), ("! true", .string), ("!local 12", .string),
            ("!<tag:a.b,2026:c> 1", .string),
            ("!!binary aGk=", .string), ("!!timestamp 2001-01-01", .string),
            ("!<tag:yaml.org,2002:int> 1", .integer),
            ("%TAG !y! tag:yaml.org,2002:\n--- !y!int 1", .integer),
            ("%TAG !! tag:example.org:\n--- !!int x", .string),
        ] as [(String, YAMLScalar.Meaning)]
    )
    func scalars(source: String, meaning: YAMLScalar.Meaning) throws {
        #expect(try Reading.root(of: source)?.scalar?.meaning == meaning)
    }

    @Test(
        arguments: [
            ("a", nil), ("'a'", nil), ("[a]", nil), ("!!str a", "tag:yaml.org,2002:str"),
            ("!!seq [a]", "tag:yaml.org,2002:seq"), ("!!map {a: b}", "tag:yaml.org,2002:map"),
            ("!!set {a}", "tag:yaml.org,2002:set"), ("!!omap [a: b]", "tag:yaml.org,2002:omap"),
            ("!local {a: b}", "!local"), ("!local\n- a", "!local"), ("! a", "!"), ("! [a]", "!"),
            ("!e%21 a", "!e!"),
        ] as [(String, String?)]
    )
    func areKept(source: String, tag: String?) throws {
        #expect(try #require(try Reading.root(of: source)).tag == tag)
    }

    @Test(arguments: [
        ("!!int x", "1:1-8", "found 'x', expected an integer for its tag !!int"),
        ("!!int 1.5", "1:1-10", "found '1.5', expected an integer for its tag !!int"),
        ("!!int", "1:1-6", "found '', expected an integer for its tag !!int"),
        ("!!float x", "1:1-10", "found 'x', expected a number for its tag !!float"),
        ("!!bool yes", "1:1-11", "found 'yes', expected true or false for its tag !!bool"),
        ("!!null x", "1:1-9", "found 'x', expected null or nothing for its tag !!null"),
        ("!!seq x", "1:1-8", "found 'x', expected a list for its tag !!seq"),
        ("!!map x", "1:1-8", "found 'x', expected a mapping for its tag !!map"),
        ("!!map [a]", "1:1-10", "found a list, expected a mapping for its tag !!map"),
        ("!!str [a]", "1:1-10", "found a list, expected a string for its tag !!str"),
        ("!!seq {a: b}", "1:1-13", "found a mapping, expected a list for its tag !!seq"),
        ("!!int\na: b", "1:1-2:5", "found a mapping, expected an integer for its tag !!int"),
    ])
    func mustFit(source: String, place: String, message: String) {
        #expect(Reading.summary(of: source) == ["\(place) tag-mismatch: \(message)"])
    }
}
