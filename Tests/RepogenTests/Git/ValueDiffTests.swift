import Foundation
import Testing

/// `repogen diff` on values that entities contain.
@Suite(.enabled(if: GitPackage.isPossible, "git is not installed"))
struct ValueDiffTests {
    private static let folder = "Sources/App/Generated"
    private static let path = "Schemas/messages.yaml"
    private static let schema = """
        repogen: 1
        enums:
          Color: { cases: [red, blue], unknown: fail }
        values:
          Place:
            properties: { city: String, street: String }
        entities:
          Message:
            id: String
            properties:
              text: String
              likes: Int = 0
              color: Color
              place: Place
        repositories:
          MessageRepository: { entity: Message, path: messages, local: sqlite }

        """

    private func repository() async throws -> GitPackage {
        let files = ["repogen.yaml": "output: \(Self.folder)\n", Self.path: Self.schema]
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

    @Test("indexes on properties of values are added and removed")
    func indexes() async throws {
        let repository = try await repository()
        try change(
            repository,
            ("      place: Place\n", "      place: { type: Place, indexed: [street] }\n")
        )
        let run = try await repository.repogen("diff", status: 3)
        let gets = "  Message.place.street: the store gets its index when it is next prepared"
        #expect(run.errors.contains(gets), "\(run.errors)")
        try await repository.commit("second")
        try change(repository, ("indexed: [street]", "indexed: []"))
        let less = try await repository.repogen("diff", status: 3)
        let loses = "  Message.place.street: the store loses its index when it is next prepared"
        #expect(less.errors.contains(loses), "\(less.errors)")
    }

    @Test("conversions in values are reported for the entity, and missing ones have a hint")
    func values() async throws {
        let repository = try await repository()
        try change(
            repository,
            ("street: String", "road: String"),
            ("place: Place", "places: { type: \"[Place]\", was: { key: place, type: Place } }")
        )
        let asked = try await repository.repogen("diff", status: 3)
        let question = "  Message, in Place.road: if it was 'street', write `was: street`\n"
        #expect(asked.errors.contains(question), "\(asked.errors)")

        try change(
            repository,
            ("road: String", "road: { type: String, was: street }, level: Level = top"),
            ("enums:\n", "enums:\n  Level: { cases: [top] }\n")
        )
        let said = try await repository.repogen("diff", status: 3)
        #expect(
            said.errors.components(separatedBy: "stored data:\n").last == """
                  Message.places: stored documents have the key 'place', and are converted
                  Message, in Place.road: stored documents have the key 'street', and are converted
                  Message, in Place.level: stored documents lack it, and get its default

                """,
            "\(said.errors)"
        )
        try await repository.commit("second")

        try change(
            repository,
            ("was: street", "was: avenue"),
            ("cases: [top]", "cases: { first: { was: top } }"),
            ("= top", "= first")
        )
        let wrong = try await repository.repogen("diff", status: 3)
        #expect(
            wrong.errors.contains(
                "  Message, in Place.road: earlier documents with the key 'street' are no longer converted\n"
            ),
            "\(wrong.errors)"
        )
        #expect(!wrong.errors.contains("may have 'top'"))
    }

    @Test("unions that contain themselves are compared once")
    func recursive() async throws {
        let repository = try await repository()
        let unions = """
            unions:
              Part: { cases: { text: String, many: "[Part]", named: "{ String: Part }" } }
            entities:

            """
        try change(
            repository,
            ("entities:\n", unions),
            ("      place: Place\n", "      place: Place\n      part?: Part\n")
        )
        try await repository.commit("second")
        try change(repository, ("text: String, many", "text: Int, many"))
        let run = try await repository.repogen("diff", status: 3)
        #expect(run.errors.contains("Message.part"), "\(run.errors)")
    }
}
