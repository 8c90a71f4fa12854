import Diagnostics
import Testing

@testable import YAMLTree

/// One run reports the errors after the first, and no false ones.
@Suite struct SyntaxRecoveryTests {
    private static func places(in text: String) -> [String] {
        Reading.mistakes(in: text).map {
            "\($0.range.start.line):\($0.range.start.column) \($0.rule)"
        }
    }

    @Test("independent mistakes are all reported")
    func several() {
        let text = """
            values:
              V:
                tags: [String] = []
                fine: Int
                owner: [Owner]?
                handle: @x
              W
                properties:
                  x: [1
              X: "a\\q"

            """
        #expect(
            Self.places(in: text) == [
                "3:20 unexpected-content", "5:19 unexpected-indicator",
                "6:13 unexpected-character", "7:3 missing-colon", "10:8 invalid-escape",
            ]
        )
    }

    @Test("lines with the same wrong indentation are one mistake")
    func indentation() {
        let text = "a:\n    b: 1\n  c: 2\n  d: 3\n   e: 4\nf: @\n"
        #expect(Self.places(in: text) == ["3:3 invalid-indentation", "6:4 unexpected-character"])
    }

    @Test(
        "a mistake that may extend over several lines is reported alone",
        arguments: [
            "a: {b: 1,\n  c: @x }\nd: 1\n", "a: {b: 1,\n  c d\n  }\ne: @\n", "a: [b\nc: @x\n",
            "a: \"b\nc: @x\n",
            "<<<<<<< ours\na: 1\n=======\na: 2\n>>>>>>> theirs\n", "\ta: 1\n\tb: @\n",
        ]
    )
    func alone(text: String) {
        #expect(Self.places(in: text).count == 1)
    }

    @Test("recovery stops at the limit")
    func limit() {
        let text = String(repeating: "a: @\n", count: 100)
        #expect(Self.places(in: text).count == 21)
        #expect(Self.places(in: text + String(repeating: " ", count: 1 << 20)).count == 1)
    }

    @Test("after a mistake, only syntax is checked, because the blanked part is unknown")
    func duplicates() {
        #expect(
            Self.places(in: "a: 1\na: 2\nb: @\nc: 1\nc: 2\n")
                == ["2:1 duplicate-key", "3:4 unexpected-character"]
        )
    }
}
