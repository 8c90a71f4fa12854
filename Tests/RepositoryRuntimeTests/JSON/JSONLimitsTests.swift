import Foundation
import RepositoryRuntime
import Testing

@Suite("Limits")
struct JSONLimitsTests {
    /// Returns nested containers.
    private func nested(_ depth: Int, object: Bool) -> String {
        object
            ? String(repeating: "{\"a\":", count: depth) + "1"
                + String(repeating: "}", count: depth)
            : String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }

    @Test("depth counts arrays and objects, decoded or skipped", arguments: [true, false])
    func depth(object: Bool) throws {
        #expect(throws: Never.self) { try JSON(jsonText: nested(512, object: object)) }
        #expect(throws: Never.self) { try skip(nested(512, object: object)) }
        for read in [{ _ = try JSON(jsonText: $0) }, { try skip($0) }] as [(String) throws -> Void]
        {
            for depth in [513, 100_000] {
                let error = #expect(throws: JSONError.self) {
                    try read(nested(depth, object: object))
                }
                #expect(error?.code == .tooDeep)
            }
        }
    }

    @Test("depth continues into skipped values")
    func skippedDepth() throws {
        let text = "{\"unknown\": \(nested(511, object: false)), \"id\": 1, \"name\": \"n\"}"
        #expect(try User(jsonText: text) == User(id: 1, name: "n"))
        let deeper = text.replacing("[]", with: "[[]]")
        #expect(throws: JSONError.self) { try User(jsonText: deeper) }
        #expect(try User(jsonText: deeper, limits: JSONLimits(maximumDepth: 513)).id == 1)
    }

    @Test("depth of a skipped value is only limited by the setting, not by the stack")
    func deepSkipping() throws {
        let limits = JSONLimits(maximumDepth: 2_000_000)
        for object in [true, false] {
            let text = nested(1_000_000, object: object)
            try JSONReader.read(text, limits: limits) { reader throws(JSONError) in
                try reader.skipValue()
            }
        }
    }

    @Test("a stack too small for the depth causes an error, not a crash")
    func smallStack() async throws {
        let depth = 20_000
        let text =
            String(repeating: Message.opening, count: depth) + "null"
            + String(repeating: "}", count: depth)
        let error: JSONError? = await withCheckedContinuation { continuation in
            let thread = Thread {
                do throws(JSONError) {
                    _ = try Message(jsonText: text, limits: JSONLimits(maximumDepth: depth))
                    continuation.resume(returning: nil)
                } catch {
                    continuation.resume(returning: error)
                }
            }
            thread.start()
        }
        #expect(error?.code == .tooDeep)
        #expect(error?.keyPath.components.first == .key("reply_to"))
    }

    @Test("mixed containers are closed as they were opened, at any depth")
    func mixed() throws {
        var generator = SeededGenerator(seed: 4)
        for _ in 0..<200 {
            let kinds = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
                Bool.random(using: &generator)
            }
            let opening = kinds.map { $0 ? "{\"a\":" : "[" }.joined()
            let closing = kinds.reversed().map { $0 ? "}" : "]" }
            let whole = opening + "0" + closing.joined()
            #expect(throws: Never.self) { try skip(whole) }
            var wrong = closing
            let index = Int.random(in: wrong.indices, using: &generator)
            wrong[index] = wrong[index] == "}" ? "]" : "}"
            #expect(throws: JSONError.self) { try skip(opening + "0" + wrong.joined()) }
        }
    }

    @Test("size is checked before anything is decoded")
    func size() throws {
        let limits = JSONLimits(maximumByteCount: 10)
        #expect(try [Int](jsonText: "[1,2,3,45]", limits: limits) == [1, 2, 3, 45])
        let error = #expect(throws: JSONError.self) {
            try [Int](jsonText: "[1,2,3,456]", limits: limits)
        }
        #expect(error?.code == .tooLong)
    }

    @Test("a leading byte order mark is ignored, elsewhere it is rejected")
    func byteOrderMark() throws {
        #expect(try Int(jsonText: "\u{FEFF} 1") == 1)
        #expect(throws: JSONError.self) { try Int(jsonText: "\u{FEFF}\u{FEFF}1") }
        #expect(throws: JSONError.self) { try Int(jsonText: "\u{FEFF}") }
        #expect(throws: JSONError.self) { try Int(jsonText: "1\u{FEFF}") }
        #expect(throws: JSONError.self) { try Int(jsonBytes: [0xFF, 0xFE, 0x31, 0]) }
    }
}

extension Message {
    fileprivate static let opening = """
        {"_id":"1","text":"t","author":{"id":1,"name":"n"},"labels":{},"sent_at":0,"edited_at":[],\
        "extra":null,"reply_to":
        """
}

private func skip(_ text: String) throws(JSONError) {
    try JSONReader.read(text) { reader throws(JSONError) in try reader.skipValue() }
}
