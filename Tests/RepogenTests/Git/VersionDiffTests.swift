import Foundation
import Testing

/// `repogen diff` for version numbers and names of entities.
@Suite(.enabled(if: GitPackage.isPossible, "git is not installed"))
struct VersionDiffTests {
    private static let path = "Schemas/messages.yaml"

    private func repository() async throws -> GitPackage {
        let schema = """
            repogen: 1
            entities:
              Message:
                id: String
                properties:
                  text: String
            repositories:
              MessageRepository: { entity: Message, path: messages, local: sqlite }

            """
        let files = ["repogen.yaml": "output: Sources/App/Generated\n", Self.path: schema]
        return try await GitPackage(files, generates: false)
    }

    private func change(
        _ repository: GitPackage,
        _ replacements: (old: String, new: String)...
    ) throws {
        var text = try repository.package.read(Self.path)
        for (old, new) in replacements {
            #expect(text.contains(old))
            text = text.replacing(old, with: new, maxReplacements: 1)
        }
        try repository.package.write(text, to: Self.path)
    }

    @Test("pending changes of a property that clients can no longer change are not sent")
    func direction() async throws {
        let repository = try await repository()
        try await repository.commit("writable")
        try change(repository, ("text: String", "text: { type: String, readOnly: true }"))
        let run = try await repository.repogen("diff", status: 3)
        let stored = run.errors.components(separatedBy: "stored data:\n").last
        #expect(stored == "  Message.text: pending changes of it are not sent\n")
    }

    @Test("a versioned entity needs a new version with each change of its format")
    func versions() async throws {
        let repository = try await repository()
        try change(repository, ("repogen: 1\n", "repogen: 1\nversion: 3\n"))
        try await repository.commit("numbered")
        func advice() async throws -> [String] {
            let run = try await repository.repogen("diff", status: 3)
            let stored = run.errors.components(separatedBy: "stored data:\n").dropFirst().last ?? ""
            return stored.split(separator: "\n").filter { $0.contains("version") }.map(String.init)
        }
        try change(repository, ("text: String", "text: String\n      note?: String"))
        let changed = "the stored format has changed, but not the version: write `version: 4`"
        #expect(try await advice() == ["  Message: \(changed)"])
        try change(repository, ("version: 3", "version: 4"))
        #expect(try await advice().isEmpty)
        try change(repository, ("version: 4", "version: 2"))
        let lower = "stores of version 3 reject an app of version 2"
        #expect(try await advice() == ["  Message: \(lower)"])
        try change(repository, ("version: 2\n", ""))
        let none = "stores of version 3 reject apps without one: write `version: 4`"
        #expect(try await advice() == ["  Message: \(none)"])
        try change(repository, ("text: String\n      note?: String", "text: String"))
        let only = "stores of version 3 reject apps without one: write `version: 3`"
        #expect(try await advice() == ["  Message: \(only)"])
    }

    @Test("an index needs no new version")
    func indexes() async throws {
        let repository = try await repository()
        try change(repository, ("repogen: 1\n", "repogen: 1\nversion: 3\n"))
        try await repository.commit("numbered")
        try change(repository, ("text: String", "text: { type: String, indexed: true }"))
        let run = try await CommandLineTool.run(["diff"], in: repository.package.root)
        #expect(run.errors.contains("the store gets its index"), "\(run.errors)")
        #expect(!run.errors.contains("version"), "\(run.errors)")
        try change(repository, ("    id: String\n", "    id: String\n    unique: [text]\n"))
        let unique = try await CommandLineTool.run(["diff"], in: repository.package.root)
        let line = "Message: the store gets a unique index of 'text' when it is next prepared"
        #expect(unique.errors.contains(line), "\(unique.errors)")
    }

    @Test("types that read all earlier values need no new version; changed cases do")
    func values() async throws {
        func schema(_ mood: String, _ cases: String, _ properties: String) -> String {
            """
            repogen: 1
            version: 3
            enums: { Mood: { cases: \(mood), unknown: fail } }
            values: { Img: { properties: { a: Int } }, Fil: { properties: { a: Int } } }
            unions: { Att: { discriminator: type, cases: \(cases), unknown: fail } }
            entities:
              Note: { id: String, properties: { mood: Mood, att: Att, \(properties) } }
            repositories:
              Notes: { entity: Note, path: notes, local: sqlite }

            """
        }
        let (moods, types) = ("[good, bad]", "{ img: Img, file: Fil }")
        let files = [
            "repogen.yaml": "output: Sources/App/Generated\n",
            Self.path: schema(moods, types, "at: Date, count: Int, text: String"),
        ]
        let repository = try await GitPackage(files, generates: false)
        func stored(_ mood: String, _ cases: String, _ properties: String) async throws -> String {
            try repository.package.write(schema(mood, cases, properties), to: Self.path)
            let run = try await repository.repogen("diff", status: 3)
            let parts = run.errors.components(separatedBy: "stored data:\n")
            return parts.count > 1 ? parts[1] : ""
        }
        let dates = "at: { type: Date, format: [unixSeconds, iso8601] }"
        let wider = try await stored(moods, types, "\(dates), count: Int64, text: String")
        #expect(wider.contains("Note.at: apps of version 3 cannot read it in a new format\n"))
        #expect(!wider.contains("Note.count"))
        let same = "at: Date, count: Int"
        let unreadable = "cannot be read until the server has sent them again"
        let numbers = try await stored(moods, types, "at: Date, count: Double, text: JSON")
        let unread = "apps of version 3 cannot read"
        #expect(numbers.contains("Note.count: \(unread) numbers with fractions\n"), "\(numbers)")
        #expect(numbers.contains("Note.text: \(unread) values other than String\n"), "\(numbers)")
        #expect(!numbers.contains(unreadable), "\(numbers)")
        let more = "{ img: Img, file: Fil, page: Img }"
        let grown = try await stored(moods, more, "\(same), text: String")
        #expect(grown.contains("Note.att: apps of version 3 cannot read 'page'\n"))
        let version = "the stored format has changed, but not the version: write `version: 4`"
        let renamed = "{ good: { value: G, was: good }, bad: bad }"
        let converted = try await stored(renamed, types, "\(same), text: String")
        #expect(
            converted == """
                  Note.mood: stored documents with 'good' are converted to 'G'
                  Note.mood: apps of version 3 cannot read 'G'
                  Note: \(version)

                """,
            "\(converted)"
        )
        let tagged = "{ img: { type: Img, tag: i }, file: Fil }"
        let changed = try await stored("[good, bad, odd]", tagged, "\(same), text: \"String?\"")
        #expect(
            changed == """
                  Note.mood: apps of version 3 cannot read 'odd'
                  Note.att: apps of version 3 cannot read 'i'
                  Note.att: stored documents may have 'img'; invalid ones \(unreadable)
                  Note.text: apps of version 3 cannot read documents without a value for it
                  Note: \(version)

                """,
            "\(changed)"
        )
    }

    @Test("a change inside of a value needs a new version, too")
    func versionsOfValues() async throws {
        let repository = try await repository()
        try change(
            repository,
            (
                "repogen: 1\n",
                "repogen: 1\nversion: 3\nvalues:\n  Place: { properties: { street: String } }\n"
            ),
            ("text: String", "places: \"[Place]\"")
        )
        try await repository.commit("numbered")
        try change(repository, ("street: String", "road: { type: String, was: street }"))
        let run = try await repository.repogen("diff", status: 3)
        let changed = "the stored format has changed, but not the version: write `version: 4`"
        #expect(run.errors.contains("  Message: \(changed)\n"), "\(run.errors)")
        try change(repository, ("version: 3", "version: 4"))
        let numbered = try await repository.repogen("diff", status: 3)
        #expect(numbered.errors.contains("Message, in Place.road: stored documents have the key"))
        #expect(!numbered.errors.contains(changed))
    }

    // The trap: upgraded stores know the name with the version of the entity that had it.
    @Test("a new entity with a former name needs a greater version")
    func freedName() async throws {
        let repository = try await repository()
        try change(
            repository,
            ("repogen: 1\n", "repogen: 1\nversion: 3\n"),
            ("    id: String", "    was: Letter\n    id: String")
        )
        try await repository.commit("renamed")
        let letters = """
            repogen: 1
            entities:
              Letter: { id: String, properties: { text: String } }
            repositories:
              LetterRepository: { entity: Letter, path: letters, local: sqlite }

            """
        try change(repository, ("    was: Letter\n", ""))
        try repository.package.write(letters, to: "Schemas/letters.yaml")
        let refused = try await repository.repogen("diff", status: 3)
        let advice = "  Letter: Message had this name up to version 3: write `version: 4`"
        #expect(refused.errors.contains(advice))
        let numbered = letters.replacing("repogen: 1\n", with: "repogen: 1\nversion: 4\n")
        try repository.package.write(numbered, to: "Schemas/letters.yaml")
        let accepted = try await repository.repogen("diff", status: 3)
        #expect(!accepted.errors.contains("had this name"))
    }

    @Test("a renamed entity counts as removed, until the schema declares its former name")
    func renamedEntity() async throws {
        let repository = try await repository()
        try change(
            repository,
            ("  Message:\n", "  Letter:\n"),
            ("entity: Message", "entity: Letter")
        )
        let lost = try await repository.repogen("diff", status: 3)
        #expect(lost.errors.contains("  Message: stored documents remain in the file"))
        #expect(lost.errors.contains("  Letter: if it was 'Message', write `was: Message`\n"))
        try change(repository, ("  Letter:\n", "  Letter:\n    was: Message\n"))
        let kept = try await repository.repogen("diff", status: 3)
        let stored = kept.errors.components(separatedBy: "stored data:\n").last
        #expect(stored == "  Letter: documents stored as 'Message' become those of 'Letter'\n")
    }
}
