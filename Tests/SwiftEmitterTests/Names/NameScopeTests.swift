import SchemaLanguage
import Testing

@testable import SwiftEmitter

@Suite struct NameScopeTests {
    @Test(arguments: [
        // Valid names stay unchanged.
        ("text", "text"), ("sentAt", "sentAt"), ("größe", "größe"), ("名前", "名前"),
        ("eMail2", "eMail2"),
        // Separators start a capital.
        ("official-artwork", "officialArtwork"), ("sent_at", "sentAt"), ("a.b c/d", "aBCD"),
        ("__id__", "id"), ("@type", "type"), ("$ref", "ref"), ("x-request-id", "xRequestID"),
        // Acronyms.
        ("user_id", "userID"), ("image-url", "imageURL"), ("URL", "url"), ("ID", "id"),
        ("IDs", "ids"),
        ("URLPath", "urlPath"), ("Name", "name"), ("USER_NAME", "userName"), ("GET", "get"),
        // Digits cannot be first; signs before them are spelled out.
        ("1st", "_1st"), ("2", "_2"), ("+1", "plus1"), ("-1", "minus1"), ("a-1", "a1"),
        // Other characters are spelled out if nothing else is left.
        ("😀", "grinningFace"), ("👍🏽", "thumbsUpSignEmojiModifierFitzpatrickType4"),
        ("*", "asterisk"),
        ("<=", "lessThanSignEqualsSign"), ("party 🎉", "party"), ("", "value"), (" \n", "value"),
        ("\u{0}", "value"), ("\u{202E}abc", "abc"), ("\u{301}a", "a"),
        // Words that cannot name a member.
        ("self", "selfValue"), ("Self", "selfValue"), ("init", "initValue"), ("Type", "type"),
    ])
    func property(name: String, expected: String) {
        var scope = NameScope(.property)
        #expect(scope.identifier(for: name).text == expected)
    }

    @Test(arguments: [
        (NameRole.enumerationCase, "self", "selfCase"), (.function, "init", "initOperation"),
        (.parameter, "self", "selfValue"), (.enumerationCase, "", "empty"), (.type, "", "Unnamed"),
        (.type, "blog-post", "BlogPost"), (.type, "Blog_Post", "Blog_Post"), (.type, "1st", "_1st"),
        (.type, "Type", "TypeType"), (.type, "message", "Message"), (.type, "URL", "URL"),
        (.type, "../../etc/passwd", "EtcPasswd"),
    ])
    func role(_ role: NameRole, name: String, expected: String) {
        var scope = NameScope(role)
        #expect(scope.identifier(for: name).text == expected)
    }

    @Test(arguments: [
        (["a_b", "aB", "a-b"], ["aB2", "aB", "aB3"]),
        (["id", "ID", "_id"], ["id", "id2", "id3"]),
        (["line1", "line-1"], ["line1", "line1x2"]),
        (["draft", "draftValue"], ["draftValue2", "draftValue"]),
        (["e\u{301}te", "éte"], ["e\u{301}te", "éte2"]),
    ])
    func namesThatMeetAreNumbered(names: [String], expected: [String]) {
        var scope = NameScope(.property, reserved: ["draft"])
        #expect(scope.identifiers(for: names).map(\.text) == expected)
    }

    // Counting up from 2 for each of them would take hours.
    @Test("many colliding names are numbered in the order of the schema")
    func manyNamesThatMeet() {
        let names = (0..<100_000).map { number in
            // Each bit selects one of two separators.
            (0..<17).map { "a" + (number >> $0 & 1 == 0 ? "_" : "-") }.joined() + "b"
        }
        var scope = NameScope(.property)
        let identifiers = scope.identifiers(for: names).map(\.text)
        let name = "aAAAAAAAAAAAAAAAAB"
        #expect(identifiers.first == name)
        #expect(identifiers.dropFirst().elementsEqual((2...100_000).map { "\(name)\($0)" }))
    }

    @Test func aReservedSuffixIsNumberedToo() {
        var scope = NameScope(.property, reserved: SwiftNames.valueMembers)
        #expect(scope.identifier(for: "dictionary").text == "dictionaryValue2")
    }

    @Test(arguments: [
        ("text", "text", "text", "text: text"), ("class", "`class`", "class", "class: `class`"),
        ("inout", "`inout`", "`inout`", "`inout`: `inout`"),
        ("let", "`let`", "`let`", "let: `let`"),
        ("unsafe", "`unsafe`", "unsafe", "unsafe: `unsafe`"),
    ])
    func backticksStandWhereTheyMust(
        text: String,
        name: String,
        parameter: String,
        argument: String
    ) {
        var scope = NameScope(.property)
        let identifier = scope.identifier(for: text)
        #expect(identifier.name == name)
        #expect(identifier.parameter == parameter)
        #expect(identifier.argument == argument)
    }

    @Test(arguments: [
        NameRole.property, .parameter, .enumerationCase, .function, .type, .local,
    ])
    func hostileNamesAreLegalAndDistinct(role: NameRole) {
        var scope = NameScope(role, reserved: ["source", "key"])
        let texts = scope.identifiers(for: CheckedSchema.names).map(\.text)
        #expect(Set(texts).count == CheckedSchema.names.count)
        for text in texts {
            let scalars = Array(text.unicodeScalars)
            let isLegal =
                (scalars[0] == "_" || scalars[0].properties.isXIDStart)
                && scalars.allSatisfy(\.properties.isXIDContinue)
            #expect(isLegal, "\(text)")
            // The linter allows underscores only at the start.
            #expect(role == .type || !text.dropFirst().contains("_"), "\(text)")
            #expect(!["source", "key", "self", "init", "Type", "Protocol"].contains(text))
        }
    }
}
