import Foundation
import RepositoryRuntime
import Testing

@Suite("The sample schema's code")
struct SampleTests {
    static let text = """
        {
            "_id": "m1",
            "text": "Hi \\u00e9 \\ud83d\\ude00",
            "visibility": "strangers",
            "priority": 10,
            "mood": null,
            "author": {"id": 7, "name": "Ada"},
            "reply_to": {
                "_id": "m0", "text": "", "likes": null, "visibility": null, "priority": null,
                "author": {"id": 8, "name": "Bob"}, "labels": {}, "sent_at": 0.5,
                "edited_at": [], "extra": []
            },
            "labels": {"b": "2", "a": "1"},
            "place": {"latitude": -37.5, "longitude": 1e2},
            "sent_at": "2026-11-21T02:06:32.25Z",
            "edited_at": ["2026-11-21T02:06:32+00:00", null],
            "extra": {"n": 12345678901234567890, "deep": [1.0, {"b": null}]},
            "unknown": [{"a": [[]]}, "]", 1]
        }
        """

    @Test("decodes bytes and encodes them with the same meaning")
    func bytes() throws {
        let message = try Message(jsonText: Self.text)
        #expect(message.text == "Hi é 😀")
        #expect(message.likes == 0)
        #expect(message.visibility == .unknown("strangers"))
        #expect(message.priority == .high)
        #expect(message.mood == .null)
        #expect(message.nickname == nil)
        #expect(message.seenAt == .absent)
        #expect(message.replyTo?.sentAt == Date(timeIntervalSince1970: 0.5))
        #expect(message.place == Coordinates(latitude: -37.5, longitude: 100))
        #expect(message.sentAt == Date(timeIntervalSince1970: 1_795_226_792.25))
        #expect(message.extra["n"]?.number == JSON.Number("12345678901234567890"))
        let written = try message.jsonBytes()
        #expect(try Message(jsonBytes: written) == message)
    }

    @Test("decodes the output of Foundation's parser to the same value")
    func foundation() throws {
        let any = try JSONSerialization.jsonObject(with: Data(Self.text.utf8))
        let message = try Message(dictionary: try #require(any as? [String: Any]))
        #expect(try message == Message(jsonText: Self.text))
    }

    @Test("encodes a dictionary that decodes to the same value, also through Foundation")
    func dictionary() throws {
        let message = try Message(jsonText: Self.text)
        #expect(try Message(dictionary: message.dictionary) == message)
        let data = try JSONSerialization.data(withJSONObject: message.dictionary)
        #expect(try Message(jsonData: data) == message)
    }

    @Test("drafts omit server-written properties, patches unchanged ones")
    func draftAndPatch() throws {
        let message = try Message(jsonText: Self.text)
        #expect(
            try message.draft.jsonText()
                == #"{"text":"Hi é 😀","likes":0,"visibility":"strangers","mood":null,"#
                + #""author":{"id":7,"name":"Ada"}}"#
        )
        let patch = Message.Patch(
            text: .set("new"),
            visibility: .clear,
            seenAt: .set(Date(timeIntervalSince1970: 12))
        )
        #expect(try patch.jsonText() == #"{"text":"new","visibility":null,"seen_at":12}"#)
        #expect(Set(patch.dictionary.keys) == ["text", "visibility", "seen_at"])
        #expect(patch.dictionary["visibility"] is NSNull)
        #expect(try Message.Patch().jsonText() == "{}")
    }
}
