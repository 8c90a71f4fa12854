import Foundation
import RepositoryRuntime
import Testing

/// On a thread as small as on Apple platforms, where a few thousand nesting levels would overflow
/// the stack.
@Suite("Values nested too deep for the stack")
struct DepthTests {
    private static let depth = 2000

    private static func message() -> Message {
        var message = Message(
            id: "1",
            text: "t",
            author: User(id: 1, name: "n"),
            labels: [:],
            sentAt: Date(timeIntervalSince1970: 0),
            editedAt: [],
            extra: .null
        )
        let leaf = message
        for _ in 0..<depth {
            var outer = leaf
            outer.replyTo = message
            message = outer
        }
        return message
    }

    private static func json(_ wrap: (JSON) -> JSON) -> JSON {
        // Optimized code needs little stack for each level.
        (0..<2 * depth).reduce(JSON.null) { inner, _ in wrap(inner) }
    }

    private static func attachment() -> Attachment {
        (0..<depth).reduce(.file(File())) { inner, _ in .bundle(Bundle(inner: inner)) }
    }

    /// Returns the dictionary of a message that replies to a message, and so on.
    private static func dictionary() -> [String: Any] {
        var leaf = message().draft.dictionary as [String: Any]
        leaf.merge([
            "_id": "1", "labels": [:] as [String: Any], "sent_at": 0, "edited_at": [Int](),
            "extra": 1,
        ]) { $1 }
        return (0..<depth).reduce(leaf) { inner, _ in
            leaf.merging(["reply_to": inner]) { $1 }
        }
    }

    private static let values: [@Sendable () -> any JSONEncodable & DictionaryValueRepresentable] =
        [
            { message() }, { attachment() }, { json { [$0] } }, { json { ["a": $0] } },
        ]

    private static func bundles() -> [String: Any] {
        (0..<depth).reduce([:]) { inner, _ in ["type": "bundle", "inner": inner] }
    }

    private static func array() -> [Any] {
        (0..<depth).reduce([1]) { inner, _ in [inner] }
    }

    private static func code(_ body: () throws -> Void) -> JSONError.Code? {
        do {
            try body()
            return nil
        } catch {
            return (error as? JSONError)?.code
        }
    }

    private static func keyPath(_ body: () throws -> Void) -> JSONKeyPath? {
        do {
            try body()
            return nil
        } catch {
            return (error as? ConversionError)?.keyPath
        }
    }

    @Test("are decoded with an error, not a crash")
    func reading() async {
        let text =
            String(repeating: "{\"type\":\"bundle\",\"inner\":", count: Self.depth) + "{}"
            + String(repeating: "}", count: Self.depth)
        let code = await withSmallStack(text) { text in
            Self.code {
                _ = try Attachment(jsonText: text, limits: JSONLimits(maximumDepth: .max))
            }
        }
        #expect(code == .tooDeep)
    }

    @Test("are encoded with an error, not a crash")
    func writing() async {
        let size = 160 << 10
        for value in Self.values {
            let code = await withSmallStack(value(), size: size) { value in
                Self.code { _ = try value.jsonBytes() }
            }
            #expect(code == .tooDeep)
        }
        let text = await withSmallStack(Self.json { [$0] }, size: size) { $0.description }
        #expect(text == "<too deep>")
    }

    @Test("become dictionaries that are rejected without a crash")
    func toDictionaries() async {
        for value in Self.values {
            let isAccepted = await withSmallStack(value()) { value in
                (try? JSON(any: value.dictionaryValue)) != nil
            }
            #expect(!isAccepted)
        }
    }

    @Test("are created from dictionaries with an error, not a crash")
    func fromDictionaries() async {
        let message = await withSmallStack(Self.dictionary()) { value in
            Self.keyPath { _ = try Message(dictionary: value) }
        }
        #expect(message?.components.first == .key("reply_to"))
        let attachment = await withSmallStack(Self.bundles()) { value in
            Self.keyPath { _ = try Attachment(dictionaryValue: value) }
        }
        #expect(attachment?.components.first == .key("inner"))
        let arrays = await withSmallStack(Self.array()) { value in
            let codec = ValueCodec<JSON>()
            return [
                Self.keyPath { _ = try JSON(any: value) },
                Self.keyPath { _ = try codec.array.decode(dictionaryValue: value) },
                // With a larger stack it might be valid, so it is not skipped.
                Self.keyPath { _ = try codec.lossyArray.decode(dictionaryValue: value) },
            ]
        }
        for path in arrays {
            #expect(path?.components.first == .index(0))
        }
    }

    @Test("are coded with an error, not a crash")
    func coding() async {
        let isWritten = await withSmallStack(Self.json { [$0] }) { value in
            (try? JSONEncoder().encode(value)) != nil
        }
        #expect(!isWritten)
        // Foundation decodes at most 512 levels.
        let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let isRead = await withSmallStack(Data(text.utf8), size: 256 << 10) { data in
            (try? JSONDecoder().decode(JSON.self, from: data)) != nil
        }
        #expect(!isRead)
    }

    @Test("are accepted if the stack is large enough")
    func room() async throws {
        let text = String(repeating: "[", count: 500) + String(repeating: "]", count: 500)
        let json = try JSON(jsonText: text)
        #expect(try json.jsonText() == text)
        #expect(try JSON(any: json.any) == json)
    }
}
