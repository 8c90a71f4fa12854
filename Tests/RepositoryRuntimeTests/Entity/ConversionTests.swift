import Foundation
import RepositoryRuntime
import Testing

@Suite("Both conversions of an entity")
struct ConversionTests {
    @Test("agree on randomly broken values, with any parser")
    func mutated() throws {
        var generator = SeededGenerator(seed: 10)
        var accepted = 0
        for _ in 0..<3000 {
            let whole = try JSON(jsonText: SampleTests.text)
            let broken = try Self.mutate(whole, &generator)
            let text = try broken.jsonText()
            let bytes = Result { try Message(jsonText: text) }
            let any = try JSONSerialization.jsonObject(
                with: Data(text.utf8),
                options: .fragmentsAllowed
            )
            let foundation = Result { try Message(dictionaryValue: any) }
            let native = Result { try Message(dictionaryValue: broken.any) }
            #expect((try? bytes.get()) == (try? foundation.get()), "\(text)")
            #expect((try? bytes.get()) == (try? native.get()), "\(text)")
            if let message = try? bytes.get() {
                accepted += 1
                #expect(try Message(jsonBytes: message.jsonBytes()) == message)
                #expect(try Message(dictionary: message.dictionary) == message)
            } else if case .failure(let error as JSONError) = bytes,
                case .failure(let other as ConversionError) = foundation
            {
                #expect(error.keyPath == other.keyPath, "\(text)")
            }
        }
        // If not, the broken values were too broken to prove anything.
        #expect(accepted > 300 && accepted < 2700)
    }

    /// Returns a value with one part replaced or removed.
    private static func mutate(_ value: JSON, _ generator: inout SeededGenerator) throws -> JSON {
        if generator.oneIn(5) {
            return try JSON(jsonText: generator.json(depth: 1).text)
        }
        switch value {
        case .object(var members):
            guard let key = members.keys.sorted().randomElement(using: &generator),
                let member = members[key]
            else { return value }
            members[key] = generator.oneIn(4) ? nil : try mutate(member, &generator)
            return .object(members)
        case .array(var elements):
            guard let index = elements.indices.randomElement(using: &generator) else {
                return value
            }
            elements[index] = try mutate(elements[index], &generator)
            return .array(elements)
        default:
            return try JSON(jsonText: generator.json(depth: 0).text)
        }
    }

    @Test("survive randomly broken bytes")
    func brokenBytes() throws {
        var generator = SeededGenerator(seed: 11)
        let whole = Array(SampleTests.text.utf8)
        for _ in 0..<3000 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                let index = Int.random(in: bytes.indices, using: &generator)
                switch Int.random(in: 0..<3, using: &generator) {
                case 0: bytes[index] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes.remove(at: index)
                default:
                    bytes.insert(
                        Array("{}[],:\"\\0-.en ".utf8).randomElement(using: &generator) ?? 0,
                        at: index
                    )
                }
            }
            let value = Result { try JSON(jsonBytes: bytes) }
            let message = try GuardedBytes.with(bytes) { buffer in
                Result {
                    try JSONReader.read(buffer) { reader throws(JSONError) in
                        try Message(from: &reader)
                    }
                }
            }
            if case .failure = value {
                // Invalid JSON is not a message, either.
                #expect((try? message.get()) == nil)
            } else if case .success(let value) = value {
                // Valid JSON is a message or not, consistently in both conversions.
                let native = Result { try Message(dictionaryValue: value.any) }
                #expect((try? message.get()) == (try? native.get()))
            }
        }
    }

    @Test("report the same path and the same kinds")
    func errors() throws {
        for (key, value) in [
            ("_id", "7"), ("text", "null"), ("likes", "true"), ("likes", "1.5"), ("author", "[]"),
            ("author", #"{"id":"x","name":"n"}"#), ("author", #"{"id":1}"#),
            ("labels", #"{"a":null}"#),
            ("priority", "3"), ("sent_at", "[]"), ("edited_at", #"[0,null,true]"#), ("mood", "5"),
            ("place", #"{"latitude":"x","longitude":1}"#), ("visibility", "0"),
        ] {
            var broken = try JSON(jsonText: SampleTests.text)
            broken[key] = try JSON(jsonText: value)
            let text = try broken.jsonText()
            let bytes = try #require(
                #expect(throws: JSONError.self) { try Message(jsonText: text) }
            )
            let any = try JSONSerialization.jsonObject(
                with: Data(text.utf8),
                options: .fragmentsAllowed
            )
            let dictionary = try #require(
                #expect(throws: ConversionError.self) { try Message(dictionaryValue: any) }
            )
            #expect(bytes.keyPath == dictionary.keyPath)
            #expect(bytes.expected == dictionary.expected)
            // Bytes reveal more: a number of the right kind may have the wrong size.
            #expect(bytes.found.hasPrefix(dictionary.found))
        }
    }

    @Test("distinguish missing from null")
    func presence() throws {
        var value = try JSON(jsonText: SampleTests.text)
        for (mood, expected) in [
            (JSON?.none, Presence<String>.absent), (.null, .null), ("calm", .value("calm")),
        ] {
            value["mood"] = mood
            let message = try Message(jsonText: value.jsonText())
            #expect(message.mood == expected)
            #expect(try Message(dictionaryValue: value.any).mood == expected)
            #expect(try JSON(jsonBytes: message.jsonBytes())["mood"] == mood)
            #expect(try JSON(any: message.dictionary)["mood"] == mood)
        }
    }

    @Test("encode nil as null for nullable properties, and omit optional ones")
    func nilForms() throws {
        var value = try JSON(jsonText: SampleTests.text)
        value["visibility"] = JSON?.none
        value["nickname"] = .null
        let message = try Message(jsonText: value.jsonText())
        for written in [
            try JSON(jsonBytes: message.jsonBytes()), try JSON(any: message.dictionary),
        ] {
            #expect(written["visibility"] == .some(.null))
            #expect(written["nickname"] == nil)
        }
    }
}
