import RepositoryRuntime
import Testing

/// Strings that a text repeats, which the reader creates once.
@Suite("Repeated strings")
struct RepeatedStringTests {
    @Test("repeated strings of all lengths are equal to their source")
    func lengths() throws {
        let strings = (0...80).flatMap { count in
            [String(repeating: "a", count: count), String(repeating: "é", count: count)]
        }
        try expectUnchanged(strings + strings + strings.reversed())
    }

    @Test("strings that differ in one byte stay different")
    func differences() throws {
        let base = Array("https://example.com/api/v2/version-group/1/".utf8)
        let strings = base.indices.map { index in
            var bytes = base
            bytes[index] = UInt8(ascii: "~")
            return String(decoding: bytes, as: UTF8.self)
        }
        try expectUnchanged(strings + strings + strings.map { "\($0.prefix(15))" })
    }

    @Test("strings with the same end and another start stay different")
    func ends() throws {
        let strings = (0..<100).map { "\($0)" + String(repeating: "z", count: 40) }
        try expectUnchanged(strings + strings + strings)
    }

    @Test("a text that repeats nothing is decoded as well")
    func unique() throws {
        let strings = (0..<5_000).map { "a string with the number \($0)" }
        try expectUnchanged(strings)
        try expectUnchanged((0..<5_000).map { "\($0)" })
    }

    @Test("escapes and plain text with the same meaning give the same string")
    func escapes() throws {
        let pair = #""a string of some length", "a string \u006ff some length""#
        let text = "[" + Array(repeating: pair, count: 50).joined(separator: ",") + "]"
        let strings = try [String](jsonText: text)
        #expect(strings == Array(repeating: "a string of some length", count: 100))
    }

    private func expectUnchanged(_ strings: [String]) throws {
        let text = "[" + strings.map { "\"\($0)\"" }.joined(separator: ",") + "]"
        let decoded = try GuardedBytes.with(Array(text.utf8)) { buffer in
            try JSONReader.read(buffer) { (reader: inout JSONReader) throws(JSONError) in
                try [String](from: &reader)
            }
        }
        #expect(decoded == strings)
    }
}
