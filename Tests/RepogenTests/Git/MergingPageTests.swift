import Foundation
import Testing

/// The page on merges shows what git and Repogen print, and its steps end each merge.
@Suite(.enabled(if: GitPackage.isPossible, "git is not installed"))
struct MergingPageTests {
    private static let folder = "Sources/App/Generated"
    private static let path = "Schemas/chat.yaml"

    private let page: DocumentedPage

    init() throws {
        page = try DocumentedPage(
            "Sources/RepositoryRuntime/Documentation.docc/MergingBranches.md"
        )
    }

    private func repository() async throws -> GitPackage {
        let schema = try #require(page.texts("yaml").first)
        return try await GitPackage(
            ["repogen.yaml": "output: \(Self.folder)\n", Self.path: schema]
        )
    }

    private func expect(_ number: Int, in output: String) throws {
        let texts = page.texts("text")
        try #require(texts.indices.contains(number))
        for line in texts[number].split(separator: "\n") {
            #expect(output.contains("\(line)\n"), "\(output)")
        }
    }

    @Test("both branches change one entity")
    func oneEntity() async throws {
        let repository = try await repository()
        let text = "      text: String\n"
        let room = "      room: String\n"
        try await repository.branch(
            "likes",
            replacing: text,
            with: "      likes: Int = 0\n\(text)",
            in: Self.path
        )
        try await repository.branch(
            "authors",
            replacing: room,
            with: "\(room)      author?: String\n",
            in: Self.path
        )
        let merge = try await repository.git("merge", "likes", status: 1)
        try expect(0, in: merge.output)
        try await repository.repogen("generate", status: 0)
        try await repository.git("add", Self.folder)
        try await repository.git("commit", "--no-edit")
        try await repository.repogen("check", status: 0)
        let message = try repository.package.read("\(Self.folder)/Entities/Message.swift")
        #expect(message.contains("var likes: Int") && message.contains("var author: String?"))
    }

    @Test("a merge without conflicts needs a run, too")
    func cleanMerge() async throws {
        let repository = try await repository()
        try await repository.branch(
            "users",
            replacing: "repositories:\n",
            with: "  User: { id: Int, properties: { name: String } }\nrepositories:\n",
            in: Self.path
        )
        try await repository.branch(
            "bodies",
            replacing: "text: String",
            with: "body: String",
            in: Self.path
        )
        try await repository.git("merge", "--quiet", "users")
        let check = try await repository.repogen("check", status: 3)
        #expect(check.errors.contains("\(Self.folder)/.repogen.json: differs\n"))
        try await repository.repogen("generate", status: 0)
        try await repository.repogen("check", status: 0)
    }

    @Test("both branches change one line of the schema")
    func oneLine() async throws {
        let repository = try await repository()
        let line = "      isRead: Bool = false\n"
        try await repository.branch(
            "a",
            replacing: line,
            with: "      isRead: Bool = true\n",
            in: Self.path
        )
        try await repository.branch(
            "b",
            replacing: line,
            with: "      isRead?: Bool\n",
            in: Self.path
        )
        try await repository.git("merge", "a", status: 1)
        let run = try await repository.repogen("validate", status: 1)
        try expect(1, in: run.errors)
    }
}
