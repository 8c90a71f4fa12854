import RepositoryRuntime

/// A note, under its name in any version of the example.
struct JournalNote: Sendable {
    let id: String
    var title = "Title"
    var text = "Text"
    var stars = 3
    var color: String? = "red"
    var mood: String?
    var author: String? = "a1"
}

extension JournalNote {
    /// The confirmed notes, by identity.
    static let confirmed = ["n1", "n2", "n4", "n5", "n6"].map {
        JournalNote(id: $0, title: "Title of \($0)")
    }
    /// The note that the user has created offline, with a new author.
    static let created = JournalNote(id: "n3", text: "new", color: nil, author: "a2")

    /// The notes that an app shows, with the user's changes.
    static var shown: [JournalNote] {
        var notes = confirmed.filter { $0.id != "n4" }
        (notes[1].text, notes[1].stars) = ("changed", 5)
        notes[2].color = nil
        // A property that later versions have removed.
        notes[3].mood = "sad"
        return notes + [created]
    }

    /// Returns the note in the form of a version.
    func members(in version: Int) -> [String: JSON] {
        var members: [String: JSON] = ["id": .string(id), "title": .string(title)]
        members[version == 1 ? "body" : "text"] = .string(text)
        members["author"] = author.map(JSON.string)
        if version >= 2 { members["isPinned"] = false }
        if (2...3).contains(version) { members["tags"] = [] }
        members.merge(Self.changes(stars: stars, in: version)) { $1 }
        members.merge(Self.changes(color: color, in: version)) { $1 }
        if version <= 2 { members["mood"] = mood.map(JSON.string) ?? .null }
        if version == 4 {
            members["heading"] = members.removeValue(forKey: "title")
            members["writer"] = members.removeValue(forKey: "author")
        }
        return members
    }

    static func changes(text: String, in version: Int) -> [String: JSON] {
        [version == 1 ? "body" : "text": .string(text)]
    }

    static func changes(stars: Int, in version: Int) -> [String: JSON] {
        version <= 2 ? ["stars": .number(JSON.Number(stars))] : ["rating": .string("\(stars)")]
    }

    static func changes(color: String?, in version: Int) -> [String: JSON] {
        guard version >= 3 else { return ["color": color.map(JSON.string) ?? .null] }
        return ["color": .string(color ?? "none")]
    }
}
