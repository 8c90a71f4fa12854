import Foundation
import RepositoryRuntime
import Testing

/// How a server decodes and applies a patch.
@Suite("Changes on a server")
struct ChangeTests {
    /// A patch in the form of generated code.
    struct Patch: EntityPatch, MemberEncodable, JSONDecodable, DictionaryInitializable, Equatable {
        var text = Change<String>.keep
        var at = Change<Date>.keep
        var likes = Change<Int>.keep
        var nickname = NullableChange<String>.keep
        var seenAt = NullableChange<Date>.keep
        var level = NullableChange<Int>.keep
        var due = Change<Date>.keep
        var doneAt = NullableChange<Date>.keep

        init() {}

        init(dictionary: [String: Any]) throws(ConversionError) {
            let source = DictionaryReader(dictionary)
            text = try source.change("text", as: String.self)
            at = try source.change("at", using: DateCodec(.unixSeconds))
            likes = try source.change("likes", as: Int.self, ifInvalid: .keep)
            nickname = try source.nullableChange("nickname", as: String.self)
            seenAt = try source.nullableChange("seenAt", using: DateCodec(.unixSeconds))
            level = try source.nullableChange("level", as: Int.self, ifInvalid: .keep)
            due = try source.change("due", using: DateCodec(.unixSeconds), ifInvalid: .keep)
            doneAt = try source.nullableChange(
                "doneAt",
                using: DateCodec(.unixSeconds),
                ifInvalid: .keep
            )
        }

        init(from reader: inout JSONReader) throws(JSONError) {
            try reader.beginObject()
            while let key = try reader.nextKey() {
                switch key {
                case "text": reader.read(&text)
                case "at": reader.read(&at, using: DateCodec(.unixSeconds))
                case "likes": reader.read(&likes, ifInvalid: .keep)
                case "nickname": reader.readOrNull(&nickname)
                case "seenAt": reader.readOrNull(&seenAt, using: DateCodec(.unixSeconds))
                case "level": reader.readOrNull(&level, ifInvalid: .keep)
                case "due":
                    reader.read(&due, using: DateCodec(.unixSeconds), ifInvalid: .keep)
                case "doneAt":
                    reader.readOrNull(
                        &doneAt,
                        using: DateCodec(.unixSeconds),
                        ifInvalid: .keep
                    )
                default: reader.skip()
                }
            }
        }

        func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
            writer.change("text", text)
            writer.change("at", at, using: DateCodec(.unixSeconds))
            writer.change("likes", likes)
            writer.nullableChange("nickname", nickname)
            writer.nullableChange("seenAt", seenAt, using: DateCodec(.unixSeconds))
            writer.nullableChange("level", level)
            writer.change("due", due, using: DateCodec(.unixSeconds))
            writer.nullableChange("doneAt", doneAt, using: DateCodec(.unixSeconds))
        }
    }

    private static let second = Date(timeIntervalSince1970: 1)

    private static let patches: [(String, Patch)] = [
        ("{}", Patch()),
        (
            #"{"text":"a","at":1,"likes":2,"nickname":"b","seenAt":1,"level":3,"due":1,"doneAt":1}"#,
            {
                var patch = Patch()
                patch.text = .set("a")
                patch.at = .set(second)
                patch.likes = .set(2)
                patch.nickname = .set("b")
                patch.seenAt = .set(second)
                patch.level = .set(3)
                patch.due = .set(second)
                patch.doneAt = .set(second)
                return patch
            }()
        ),
        (
            #"{"nickname":null,"seenAt":null,"level":null,"doneAt":null}"#,
            {
                var patch = Patch()
                patch.nickname = .clear
                patch.seenAt = .clear
                patch.level = .clear
                patch.doneAt = .clear
                return patch
            }()
        ),
    ]

    @Test("each state of a property is decoded, and encoded as it was", arguments: patches)
    func states(text: String, patch: Patch) throws {
        #expect(try Patch(jsonText: text) == patch)
        #expect(try Patch(dictionary: patch.dictionary) == patch)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        #expect(try Patch(dictionary: #require(object as? [String: Any])) == patch)
        #expect(try patch.jsonText() == text)
    }

    @Test(
        "an invalid null or type is rejected with its path",
        arguments: [
            (#"{"text":null}"#, "text"), (#"{"at":null}"#, "at"), (#"{"at":"x"}"#, "at"),
            (#"{"nickname":1}"#, "nickname"), (#"{"seenAt":true}"#, "seenAt"),
        ]
    )
    func mistakes(text: String, key: String) throws {
        let bytes = #expect(throws: JSONError.self) { try Patch(jsonText: text) }
        #expect(bytes?.keyPath.description == key)
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let dictionary = try #require(object as? [String: Any])
        let other = #expect(throws: ConversionError.self) { try Patch(dictionary: dictionary) }
        #expect(other?.keyPath.description == key)
    }

    @Test("a tolerated invalid value is kept, and reported")
    func leftOut() throws {
        let text = #"{"likes":"x","level":[],"due":null,"doneAt":{},"text":"a"}"#
        var expected = Patch()
        expected.text = .set("a")
        let (patch, skipped) = try SkippedValues.collect { try Patch(jsonText: text) }
        #expect(patch == expected)
        #expect(skipped.values.map(\.keyPath.description) == ["likes", "level", "due", "doneAt"])
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let dictionary = try #require(object as? [String: Any])
        let (other, left) = try SkippedValues.collect { try Patch(dictionary: dictionary) }
        #expect(other == expected)
        #expect(Set(left.values.map(\.keyPath.description)) == ["likes", "level", "due", "doneAt"])
    }

    @Test("a change is applied to required, optional and nullable properties")
    func applied() {
        var text = "a"
        Change.keep.apply(to: &text)
        #expect(text == "a")
        Change.set("b").apply(to: &text)
        #expect(text == "b")

        var nickname: String? = "a"
        NullableChange.keep.apply(to: &nickname)
        #expect(nickname == "a")
        NullableChange.set("b").apply(to: &nickname)
        #expect(nickname == "b")
        NullableChange.clear.apply(to: &nickname)
        #expect(nickname == nil)

        var mood = Presence<String>.absent
        NullableChange.keep.apply(to: &mood)
        #expect(mood == .absent)
        NullableChange.set("b").apply(to: &mood)
        #expect(mood == .value("b"))
        NullableChange.clear.apply(to: &mood)
        #expect(mood == .null)
    }
}
