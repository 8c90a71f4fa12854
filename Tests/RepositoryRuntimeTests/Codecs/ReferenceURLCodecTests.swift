import Foundation
import RepositoryRuntime
import Testing

@Suite("Codecs of references as URLs")
struct ReferenceURLCodecTests {
    private let template = "https://api.example.com/v2/species/{id}/"

    private func read<Codec: JSONCodec>(_ text: String, _ codec: Codec) throws -> Codec.Value {
        let json = try JSON.string(text).jsonData()
        return try JSONReader.read(json, limits: .standard) { reader throws(JSONError) in
            try reader.value(using: codec)
        }
    }

    private func write<Codec: JSONCodec>(_ value: Codec.Value, _ codec: Codec) throws -> String {
        var writer = JSONWriter()
        codec.encode(value, to: &writer)
        return try JSON(jsonText: writer.finishText()).string ?? ""
    }

    /// Expects that an identity survives a round trip through bytes and a dictionary, with equal
    /// results.
    private func roundTrip<ID: PathIdentifier>(_ id: ID) throws {
        for template in [template, "/species/{id}", "/{id}?format=json"] {
            let codec = ReferenceURLCodec<ID>(template)
            let text = try write(id, codec)
            #expect(try read(text, codec) == id)
            #expect(codec.dictionaryValue(of: id) as? String == text)
            #expect(try codec.decode(dictionaryValue: text) == id)
        }
    }

    @Test("identities survive a round trip")
    func law() throws {
        var generator = SeededGenerator(seed: 7)
        let hostile = [
            "25", "a/b", "a b", "?", "#", "%", "%2F", "ü", "日本", ":", "urn:x", "//", "\\", "\"",
            "{id}",
            " ", "\u{0}", "e\u{301}", "...", "+", "&=",
        ]
        for id in hostile { try roundTrip(id) }
        for _ in 0..<300 {
            let bits = generator.next()
            try roundTrip(Int(truncatingIfNeeded: bits))
            try roundTrip(bits)
            try roundTrip(Int8(truncatingIfNeeded: bits))
            try roundTrip(UUID())
            let scalars = (0..<Int(bits % 6 + 1)).compactMap { _ in
                Unicode.Scalar(UInt32(truncatingIfNeeded: generator.next() % 0x3000))
            }
            let text = String(String.UnicodeScalarView(scalars))
            if !text.isEmpty, text != ".", text != ".." { try roundTrip(text) }
        }
    }

    @Test(
        "the identity is the last path component",
        arguments: [
            "https://pokeapi.co/api/v2/pokemon-species/25/", "http://localhost:8000/species/25",
            "/species/25", "species/25//", "25", "25/", "//host/25", "/species/25?a=/9#/8",
            "https://[::1]:80/25", "/species/%325",
        ]
    )
    func found(url: String) throws {
        #expect(try read(url, ReferenceURLCodec<Int>(template)) == 25)
        #expect(try ReferenceURLCodec<Int>(template).decode(dictionaryValue: url) == 25)
    }

    @Test(
        "a URL without an identity is rejected",
        arguments: [
            "", "/", "//", "https://host", "https://25", "https://25/", "//25", "?id=25", "#25",
            "/species/pikachu", "/species/025", "/species/+25", "/species/2%", "/species/%zz",
            "/species/%FF", "urn:species:25", "mailto:25", ".", "/species/..", "/species/25/x",
        ]
    )
    func refused(url: String) throws {
        let codec = ReferenceURLCodec<Int>(template)
        #expect(throws: JSONError.self) { try read(url, codec) }
        #expect(throws: ConversionError.self) { try codec.decode(dictionaryValue: url) }
    }

    @Test(
        "a value other than a string is rejected, even the identity itself",
        arguments: ["25", "null", "{}"]
    )
    func otherKinds(json: String) throws {
        let codec = ReferenceURLCodec<Int>(template)
        #expect(throws: JSONError.self) {
            try JSONReader.read(json) { reader throws(JSONError) in
                try reader.value(using: codec)
            }
        }
        let any = try JSON(jsonText: json).any
        #expect(throws: ConversionError.self) { try codec.decode(dictionaryValue: any) }
    }

    @Test("the URL is that of the template")
    func written() throws {
        #expect(
            try write(25, ReferenceURLCodec(template)) == "https://api.example.com/v2/species/25/"
        )
        #expect(try write("a/b", ReferenceURLCodec("/s/{id}")) == "/s/a%2Fb")
    }

    @Test("an identity that cannot be part of a path has no URL", arguments: ["", ".", ".."])
    func unwritable(id: String) throws {
        let codec = ReferenceURLCodec<String>(template)
        #expect(throws: JSONError.self) { try write(id, codec) }
        #expect(!(codec.dictionaryValue(of: id) is String))
    }
}
