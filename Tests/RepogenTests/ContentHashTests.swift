import Testing

@testable import repogen

@Suite struct ContentHashTests {
    @Test(
        "the hash is FNV-1a, according to its published test vectors",
        arguments: [
            ("", "cbf29ce484222325"), ("a", "af63dc4c8601ec8c"), ("foobar", "85944171f73967e8"),
        ]
    )
    func vectors(text: String, digits: String) {
        #expect(ContentHash(of: Array(text.utf8)).digits == digits)
        #expect(ContentHash(digits: digits) == ContentHash(of: Array(text.utf8)))
    }

    @Test("only sixteen digits are a hash", arguments: ["", "123", "0123456789ABCDEF"])
    func digits(text: String) {
        #expect(ContentHash(digits: text) == nil)
    }

    @Test("a manifest survives writing and reading, including unusual names")
    func manifest() throws {
        var manifest = Manifest(hashes: [:])
        let hash = ContentHash(of: [])
        for path in ["A.swift", "B/Ünï \"quoted\" \\ back.swift", "C\u{1}\t.swift"] {
            manifest[path] = [hash]
        }
        manifest["D.swift"] = [hash, ContentHash(of: [1])]
        let read = Manifest(reading: manifest.bytes)
        #expect(read == manifest)
        #expect(read.isWhole)
    }

    @Test("during a run, a file may have its old or its new contents")
    func knowledge() {
        let (old, new): ([UInt8], [UInt8]) = ([1], [2])
        let manifest = Manifest(hashes: ["A": [ContentHash(of: old), ContentHash(of: new)]])
        #expect(manifest.knowledge(of: "A", old) == .untouched)
        #expect(manifest.knowledge(of: "A", new) == .untouched)
        #expect(manifest.knowledge(of: "A", [3]) == .edited)
        #expect(manifest.knowledge(of: "B", old) == .unknown)
    }
}
