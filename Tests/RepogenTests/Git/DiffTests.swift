import Foundation
import Testing

/// `repogen diff`: the changes of schemas since a revision, without generated files.
@Suite(.enabled(if: GitPackage.isPossible, "git is not installed"))
struct DiffTests {
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
          Draft2:
            id: String
            properties: { text: String }
        repositories:
          MessageRepository: { entity: Message, path: messages, local: sqlite }

        """

    /// Creates a repository without generated files.
    private func repository(_ more: [String: String] = [:]) async throws -> GitPackage {
        let files = ["repogen.yaml": "output: \(Self.folder)\n", Self.path: Self.schema]
        return try await GitPackage(files.merging(more) { $1 }, generates: false)
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

    @Test("without changes, it reports that, and writes nothing")
    func same() async throws {
        let repository = try await repository()
        let run = try await repository.repogen("diff", status: 0)
        #expect(run.errors == "no differences from 'HEAD'\n")
        #expect(!repository.package.exists(Self.folder))
        try change(repository, ("text: String", "# A comment alone.\n      text: String"))
        try await repository.repogen("diff", status: 0)
    }

    @Test("each change is reported with its effect on callers, requests and stored data")
    func meaning() async throws {
        let repository = try await repository()
        try change(
            repository,
            ("likes: Int = 0", "likes: String"),
            ("cases: [red, blue]", "cases: [red]"),
            ("street: String", "road: String"),
            ("      place: Place\n", "      place: Place\n      note?: String\n"),
            ("  Draft2:\n", "  Letter:\n")
        )
        let run = try await repository.repogen("diff", status: 3)
        let message = "\(Self.folder)/Entities/Message.swift: changes\n"
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains("  Message.likes: Int → String, breaking for callers"))
        #expect(
            run.errors.contains("\(Self.folder)/Entities/Letter.swift: is new\n  Letter: added\n")
        )
        #expect(
            run.errors.contains("\(Self.folder)/Entities/Draft2.swift: goes\n  Draft2: removed")
        )
        let stored = run.errors.components(separatedBy: "stored data:\n").last ?? ""
        let unreadable = "cannot be read until the server has sent them again"
        let expected = [
            "Message.likes: stored documents have it as Int; invalid ones \(unreadable)",
            "Message.color: stored documents may have 'blue'; invalid ones \(unreadable)",
            "Message, in Place.street: stored documents keep 'street', which is no longer read",
            "Message, in Place.road: stored documents lack it, and \(unreadable)",
            "Message.note: stored documents lack it, and read it as nil",
        ]
        for line in expected { #expect(stored.contains("  \(line)\n"), "\(line)\n\(stored)") }
        #expect(!stored.contains("Draft2"))
        #expect(!run.errors.contains("@@") && !repository.package.exists(Self.folder))
        let verbose = try await repository.repogen("diff", "--verbose", status: 3)
        #expect(
            verbose.errors.contains("@@") && verbose.errors.contains("-    public var likes: Int\n")
        )
    }

    @Test("a possibly renamed property has a hint, until the schema declares its former name")
    func renamed() async throws {
        let repository = try await repository()
        try change(repository, ("text: String", "body: String"))
        let asked = try await repository.repogen("diff", status: 3)
        #expect(
            asked.errors.contains("  Message.body: stored documents lack it, and cannot be read")
        )
        #expect(asked.errors.contains("  Message.body: if it was 'text', write `was: text`\n"))

        try change(repository, ("body: String", "body: { type: String, was: text }"))
        try change(repository, ("likes: Int = 0", "likes: { type: String, was: { type: Int } }"))
        let said = try await repository.repogen("diff", status: 3)
        let stored = said.errors.components(separatedBy: "stored data:\n").last
        #expect(
            stored == """
                  Message.body: stored documents have the key 'text', and are converted
                  Message.likes: stored documents have the key 'likes', and are converted

                """
        )
    }

    @Test("removing a former key is reported")
    func forgotten() async throws {
        let repository = try await repository()
        try change(repository, ("text: String", "body: { type: String, was: text }"))
        try await repository.commit("second")
        try change(
            repository,
            ("body: { type: String, was: text }", "words: { type: String, was: body }")
        )
        let run = try await repository.repogen("diff", status: 3)
        let forgotten = "earlier documents with the key 'text' are no longer converted"
        #expect(run.errors.contains("  Message.words: \(forgotten)\n"), "\(run.errors)")
        try change(repository, ("was: body", "was: [body, text]"))
        let whole = try await repository.repogen("diff", status: 3)
        #expect(!whole.errors.contains(forgotten))
    }

    @Test("a wrong former type of a property is reported as a loss")
    func wrongOrigin() async throws {
        let repository = try await repository()
        try change(repository, ("likes: Int = 0", "stars: { type: String, was: likes }"))
        let run = try await repository.repogen("diff", "--format", "json", status: 3)
        #expect(run.output.contains("write `was: { key: likes, type: Int }`"), "\(run.output)")
        #expect(run.output.contains("\"unreadable\": true"))
    }

    @Test("the stored JSON is compared, and possibly renamed cases have a hint")
    func formsInJSON() async throws {
        let repository = try await repository()
        let package = repository.package
        try package.write(
            """
            repogen: 1
            apis: { App: { dates: iso8601 } }
            enums: { State: { cases: [open, finished] }, Rank: { type: Int, cases: { low: 0, high: 10 } } }
            entities:
              Task:
                id: String
                properties:
                  { label: String, due: Date, at: Date, price: { type: Decimal, json: String }, state: State, rank: Rank, size: Int }
            repositories:
              TaskRepository: { entity: Task, path: tasks, local: sqlite }

            """,
            to: "Schemas/tasks.yaml"
        )
        try await repository.commit("tasks")
        try package.write(
            """
            repogen: 1
            apis: { App: { dates: unixMilliseconds } }
            enums: { State: { cases: [open, done] }, Rank: { type: Int, cases: { low: 1, high: 0 } } }
            entities:
              Task:
                id: String
                properties:
                  labels: { type: "[String]", was: label }
                  due: Date
                  moment: { type: Date, was: { key: at, type: String, convert: dateOfText } }
                  cost: { type: Decimal, was: { key: price, type: String, convert: decimalOfText } }
                  state: State
                  rank: Rank
                  size: Double
            repositories:
              TaskRepository: { entity: Task, path: tasks, local: sqlite }

            """,
            to: "Schemas/tasks.yaml"
        )
        let run = try await repository.repogen("diff", status: 3)
        let stored = run.errors.components(separatedBy: "stored data:\n").last ?? ""
        let unreadable = "cannot be read until the server has sent them again"
        #expect(
            stored == """
                  Task.labels: stored documents have the key 'label', with the type String in JSON, not [String]: write `was: { key: label, type: String }`, and `convert:` if it is lossy
                  Task.due: stored documents have it in another format; invalid ones \(unreadable)
                  Task.moment: stored documents have the key 'at', and are converted
                  Task.cost: stored documents have the key 'price', and are converted
                  Task.state: stored documents may have 'finished', which is no longer a case
                  Task.state: if a case was 'finished', write `was: finished` there
                  Task.rank: stored documents with '0' mean 'high' instead of 'low'
                  Task.rank: stored documents may have '10', which is no longer a case
                  Task.rank: if a case was '10', write `was: 10` there

                """,
            "\(stored)"
        )
    }

    @Test("JSON output is one object, and GitHub gets annotations")
    func forms() async throws {
        let repository = try await repository()
        try change(repository, ("text: String", "text: String\n      sender: String"))
        let run = try await repository.repogen("diff", "--format", "json", status: 3)
        let object = try JSONSerialization.jsonObject(with: Data(run.output.utf8))
        let members = try #require(object as? [String: [[String: Any]]])
        #expect(members["diagnostics"]?.isEmpty == true)
        #expect(members["differences"]?.first?["kind"] as? String == "changes")
        let stored = try #require(members["stored"]?.first)
        #expect(stored["declaration"] as? String == "Message.sender")
        #expect(stored["unreadable"] as? Bool == true)
        let github = try await repository.repogen("diff", "--format", "github", status: 3)
        #expect(github.output.contains("::notice file=\(Self.folder)/Entities/Message.swift,"))
        #expect(github.output.contains("title=repogen diff::"))
        #expect(!github.output.contains("repogen check"))
        #expect(github.output.contains("::warning file=\(Self.path),line=1,title=stored data::"))
        let none = try await repository.repogen("diff", "--base", "HEAD", "--format", "json")
        #expect(none.status == 3)
    }

    @Test("any revision can be compared with, also from a folder in the repository")
    func revisions() async throws {
        let repository = try await repository([
            "App/Package.swift": "",
            "App/repogen.yaml": """
            schemas: [Own, ../Schemas/messages.yaml]
            output: Generated
            templates: Forms

            """, "App/Own/own.yaml": "repogen: 1\nvalues:\n  Own: { properties: { a: Int } }\n",
        ])
        try repository.package.write("// mine\n", to: "App/Forms/readme.md")
        try change(repository, ("text: String", "text: String?"))
        try await repository.commit("second")
        try await repository.repogen("diff", status: 0)
        for base in ["HEAD~1", "main^", "HEAD@{1}"] {
            let run = try await repository.repogen("diff", "--base", base, status: 3)
            #expect(run.errors.contains("Message.text: String → String?"), "\(run.errors)")
        }
        let app = repository.root.appending(path: "App")
        try repository.package.write("// mine\n", to: "App/Forms/readme.md")
        let inside = try await CommandLineTool.run("diff", in: app)
        #expect(inside.status == 0, "\(inside.errors)")
        try repository.package.write(
            "repogen: 1\nvalues:\n  Own: { properties: { a: Int, b: Int } }\n",
            to: "App/Own/own.yaml"
        )
        let changed = try await CommandLineTool.run("diff", in: app)
        #expect(changed.status == 3)
        #expect(changed.errors.contains("Own.b: added"), "\(changed.errors)")
        #expect(!changed.errors.contains("Message"))
        let status = try await repository.git("status", "--porcelain")
        #expect(status.output == " M App/Own/own.yaml\n")
    }

    @Test("an added or removed output is reported as a whole")
    func outputs() async throws {
        let repository = try await repository(
            ["More/more.yaml": "repogen: 1\nvalues:\n  More: { properties: { a: Int } }\n"]
        )
        try repository.package.write(
            """
            outputs:
              - output: \(Self.folder)
              - { schemas: More, output: Sources/More/Generated }

            """,
            to: "repogen.yaml"
        )
        let run = try await repository.repogen("diff", status: 3)
        #expect(
            run.errors.contains("Sources/More/Generated/Values/More.swift: is new"),
            "\(run.errors)"
        )
        #expect(!run.errors.contains(Self.folder))
        try await repository.commit("second")
        try repository.package.write("output: \(Self.folder)\n", to: "repogen.yaml")
        let back = try await repository.repogen("diff", status: 3)
        #expect(
            back.errors.contains("Sources/More/Generated/Values/More.swift: goes"),
            "\(back.errors)"
        )
    }

    @Test("schemas with errors in the revision are reported there")
    func mistakes() async throws {
        let repository = try await repository()
        try change(repository, ("text: String", "text: Sting"))
        try await repository.commit("wrong")
        try change(repository, ("text: Sting", "text: String"))
        let run = try await repository.repogen("diff", status: 1)
        let place = "HEAD:\(Self.path):11:13: error: unknown type 'Sting'"
        #expect(run.errors.contains(place), "\(run.errors)")
        let earlier = try await repository.repogen("diff", "--base", "HEAD~1", status: 0)
        #expect(!earlier.errors.contains("error"))
    }

    @Test(
        "an invalid revision, a missing repository, and a revision without the project are reported"
    )
    func refusals() async throws {
        let repository = try await repository()
        let unknown = try await repository.repogen("diff", "--base", "nowhere", status: 64)
        #expect(
            unknown.errors.contains("error: no revision 'nowhere'"),
            "\(unknown.errors)"
        )
        let option = try await repository.repogen("diff", "--base=--exec", status: 64)
        #expect(option.errors.contains("error: no revision '--exec'"), "\(option.errors)")
        try await repository.git("checkout", "--quiet", "--orphan", "empty")
        let unborn = try await repository.repogen("diff", status: 64)
        #expect(unborn.errors.contains("has no commit yet"), "\(unborn.errors)")
        try await repository.git("rm", "--quiet", "--cached", "-r", ".")
        try await repository.git("commit", "--quiet", "--allow-empty", "--message", "empty")
        let empty = try await repository.repogen("diff", status: 64)
        #expect(empty.errors.contains("'repogen.yaml' does not exist in 'HEAD'"), "\(empty.errors)")
        let package = try TemporaryPackage([
            "repogen.yaml": "output: \(Self.folder)\n", Self.path: Self.schema,
        ])
        let run = try await CommandLineTool.run("diff", in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains("is not in a Git repository"), "\(run.errors)")
    }
}
