import Foundation
import TestSupport
import Testing

/// The compiler errors of code that mistakes the identity of one entity for that of another.
@Suite struct TypedIdentityCompilationTests {
    /// Returns the output of the compiler for statements that use the golden schema with typed
    /// identities.
    ///
    /// Each statement is the fifth line of a function of six lines; three lines precede the
    /// functions.
    private func messages(_ statements: [String]) async throws -> String {
        let golden = try #require(GoldenCase.all("Good").first { $0.name == "typed-identities" })
        let folder = golden.folder.appending(path: "Expected")
        let files = try golden.files(in: folder) { $0.pathExtension == "swift" }
            .keys.sorted().map { folder.appending(path: $0) }
        let functions = statements.enumerated().map { index, statement in
            """
            func use\(index)(
                member: Member, badge: Badge, note: Note, room: Room, number: Int, text: String,
                _ members: any MembersProtocol, _ notes: any NotesProtocol, _ badges: any BadgesProtocol
            ) async throws {
                \(statement)
            }

            """
        }
        let text = "import Foundation\nimport RepositoryRuntime\n\n" + functions.joined()
        let file = FileManager.default.temporaryDirectory
            .appending(path: "repogen-identities-\(UUID().uuidString).swift")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(text.utf8).write(to: file)
        return try await SwiftCompiler.typecheck(files + [file], mode: .plain)
    }

    @Test("identities are used with their own type, or as plain values if the schema declares that")
    func used() async throws {
        let messages = try await messages([
            "_ = try await members.find(id: member.id)", "_ = try await members.find(id: 7)",
            "_ = try await members.find(id: Member.ID(number))",
            "_ = try await members.find(id: note.author)",
            "_ = try await members.find { $0.id == 7 && $0.mentor == note.author && $0.badge != badge.id }",
            #"_ = try await members.find { $0.friends.contains(7) && $0.mentor.name == "Ada" }"#,
            "_ = try await members.find(orderedBy: { [$0.id.descending] }) { $0.id > 3 }",
            #"_ = try await notes.find { $0.id.hasPrefix("a") && $0.author.isOneOf([7, note.author]) }"#,
            "let ids: Set<Member.ID> = [member.id, badge.owner, 8]; _ = ids",
            #"let names: [Note.ID: String] = [note.id: text, "b": text, Note.ID(text): text]; _ = names"#,
            "let plain: Int8 = room.id; _ = plain",
            "let number: Int = member.id.rawValue; _ = number",
            "_ = (member.id < badge.owner, Badge.ID() == badge.id)",
            "_ = Badge.Draft(id: Badge.ID(UUID()), owner: member.id)",
            "_ = Endpoint.Invite(id: member.id, badges: [badge.id], xRoom: 3, door: badge.id, member: 3)",
            "try await badges.delete(id: badge.id)",
        ])
        #expect(messages.isEmpty, "\(messages)")
    }

    private static let mistakes = [
        "_ = member.id == note.id", "_ = member.id == number", "_ = member.id < badge.id",
        "let id: Member.ID = note.id; _ = id", "let id: Member.ID = number; _ = id",
        "let number: Int = member.id; _ = number", "let text: String = note.id; _ = text",
        "_ = try await members.find(id: note.id)", "_ = try await members.find(id: number)",
        #"_ = try await members.find(id: "7")"#, "_ = try await notes.find(id: 7)",
        "_ = try await members.find { $0.mentor == note.id }",
        "_ = try await members.find { $0.id == number }",
        "_ = try await members.find { $0.friends.contains(badge.id) }",
        "_ = Badge.Draft(id: UUID(), owner: member.id)",
        "_ = Badge.Draft(id: badge.id, owner: note.id)", "_ = Endpoint.Find(id: member.id)",
        "_ = Set([member.id]).contains(note.id)", "_ = Badge.ID(member.id)",
        "try await badges.delete(id: member.id)",
    ]

    @Test("an identity of another entity, or a plain value, is a compile-time error")
    func mixed() async throws {
        let messages = try await messages(Self.mistakes)
        let errors = messages.matches(of: #/identities-[^:]*\.swift:(\d+):\d+: error:/#)
        let lines = errors.compactMap { Int($0.output.1) }
        for (index, mistake) in Self.mistakes.enumerated() {
            let line = 4 + index * 6 + 4
            #expect(lines.contains(line), "\(mistake): \(messages)")
        }
        // There are no other errors.
        let all = messages.matches(of: #/\.swift:\d+:\d+: error:/#)
        #expect(all.count == lines.count, "\(messages)")
    }
}
