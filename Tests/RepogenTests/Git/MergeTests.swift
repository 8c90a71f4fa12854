import Foundation
import TestSupport
import Testing

/// Two branches change the schemas of a package; `generate` handles the merge.
@Suite(.enabled(if: GitPackage.isPossible, "git is not installed"))
struct MergeTests {
    private static let folder = "Sources/App/Generated"
    private static let message = folder + "/Entities/Message.swift"
    private static let letters = "Schemas/letters.yaml"

    /// Creates a repository with the initial schemas.
    private func repository(_ more: [String: String] = [:]) async throws -> GitPackage {
        let files = BranchedSchema(of: "").files.merging(more) { $1 }
        return try await GitPackage(
            files.merging(["repogen.yaml": "output: \(Self.folder)\n"]) { $1 }
        )
    }

    @Test("if both branches change an entity, one run and `git add` finish the merge")
    func sameEntity() async throws {
        let repository = try await repository()
        try await repository.branch(
            "left",
            replacing: "  Message:\n    id: String\n    properties:\n",
            with: "  Message:\n    id: String\n    properties:\n      left: Int\n",
            in: Self.letters
        )
        try await repository.branch(
            "right",
            replacing: "      five: String\n  Person:",
            with: "      five: String\n      right: Int\n  Person:",
            in: Self.letters
        )
        let merge = try await repository.git("merge", "left", status: 1)
        #expect(merge.output.contains("CONFLICT (content): Merge conflict in \(Self.message)"))
        let check = try await repository.repogen("check", status: 3)
        #expect(check.errors.contains("\(Self.message): differs\n"), "\(check.errors)")
        let run = try await repository.repogen("generate", status: 0)
        #expect(run.errors.contains("hint: `git add \(Self.folder)` marks"), "\(run.errors)")
        let text = try repository.package.read(Self.message)
        #expect(text.contains("var left: Int") && text.contains("var right: Int"))
        try await repository.repogen("check", status: 0)
        try await repository.commit("merged")
        let again = try await repository.repogen("generate", status: 0)
        #expect(!again.errors.contains("hint"), "\(again.errors)")
        let status = try await repository.git("status", "--porcelain")
        #expect(status.output.isEmpty)
    }

    @Test(
        "after a finished merge, an edit that only deletes lines is reported",
        arguments: [false, true]
    )
    func deletedLines(isSame: Bool) async throws {
        let repository = try await repository()
        try await repository.branch(
            "left",
            replacing: "      one: String\n",
            with: "      one: String\n      left: Int\n",
            in: Self.letters
        )
        try await repository.git("checkout", "--quiet", "main")
        if !isSame {
            try repository.package.write("repogen: 1\nvalues: { V: {} }\n", to: "Schemas/v.yaml")
            try await repository.repogen("generate", status: 0)
        }
        try await repository.commit("main")
        try await repository.git("merge", "--quiet", "--no-edit", "left", status: nil)
        try await repository.repogen("generate", status: 0)
        try await repository.commit("merged")
        let text = try repository.package.read(Self.message)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let fewer = lines.filter {
            !$0.contains("self.text = text") && !$0.contains("self.one = one")
        }
        #expect(fewer.count < lines.count)
        try repository.package.write(fewer.joined(separator: "\n"), to: Self.message)
        let run = try await repository.repogen("generate", status: 1)
        #expect(run.errors.contains("[edited-file]"), "\(run.errors)")
    }

    @Test(
        "a squash merge, a cherry-pick and a revert work, too",
        arguments: ["squash", "pick", "revert"]
    )
    func otherMerges(kind: String) async throws {
        let repository = try await repository()
        try await repository.branch(
            "left",
            replacing: "      one: String\n",
            with: "      one: String\n      left: Int\n",
            in: Self.letters
        )
        try await repository.branch(
            "right",
            replacing: "      five: String\n",
            with: "      five: String\n      right: Int\n",
            in: Self.letters
        )
        switch kind {
        case "squash": try await repository.git("merge", "--squash", "left", status: 1)
        case "pick": try await repository.git("cherry-pick", "left", status: 1)
        default:
            let schema = try repository.package.read(Self.letters)
            try repository.package.write(
                schema.replacing("  Letter:\n    id: String\n", with: "  Letter:\n    id: Int\n"),
                to: Self.letters
            )
            try await repository.repogen("generate", status: 0)
            try await repository.commit("more")
            try await repository.git("revert", "--no-edit", "HEAD~1", status: 1)
        }
        for command in ["generate", "check", "generate", "check"] {
            try await repository.repogen(command, status: 0)
        }
        try await repository.commit("merged")
        try await repository.repogen("check", status: 0)
    }

    @Test("conflict markers in a schema are errors, each at its line")
    func conflictOfSchemas() async throws {
        let repository = try await repository()
        for (name, type) in [("left", "Int"), ("right", "Bool")] {
            try await repository.branch(
                name,
                replacing: "      one: String",
                with: "      one: \(type)",
                in: Self.letters
            )
        }
        try await repository.git("merge", "left", status: 1)
        let line = try repository.package.read(Self.letters)
            .split(separator: "\n").firstIndex { $0.hasPrefix("<<<<<<< ") }
        let run = try await repository.repogen("generate", status: 1)
        let place = "\(Self.letters):\(try #require(line) + 1):1: error: unresolved merge conflict"
        #expect(run.errors.contains(place), "\(run.errors)")
        #expect(!run.errors.contains("[edited-file]"))
        try await repository.git("checkout", "--theirs", Self.letters)
        try await repository.repogen("generate", status: 0)
        #expect(
            try repository.package.read(Self.folder + "/Entities/Letter.swift").contains("one: Int")
        )
        try await repository.repogen("check", status: 0)
    }

    @Test(
        "an edited file on either branch is reported, even if Git kept the other one",
        arguments: [true, false],
        [true, false]
    )
    func editOnOneBranch(isOurs: Bool, isGenerated: Bool) async throws {
        let repository = try await repository()
        try await repository.branch(
            "left",
            replacing: "      one: String\n",
            with: isGenerated ? "      one: String\n      left: Int\n" : "      one: String\n",
            in: Self.letters
        )
        try repository.package.write(
            repository.package.read(Self.message) + "// by hand\n",
            to: Self.message
        )
        try await repository.commit("an edit")
        try await repository.branch(
            "right",
            replacing: "      five: String\n  Person:",
            with: "      five: String\n      right: Int\n  Person:",
            in: Self.letters
        )
        if isOurs { try await repository.git("checkout", "--quiet", "left") }
        try await repository.git("merge", isOurs ? "right" : "left", status: 1)
        let before = try repository.package.everything(in: Self.folder)
        for command in ["generate", "check", "generate"] {
            let run = try await repository.repogen(command)
            #expect(run.status == (command == "check" ? 3 : 1), "\(run.errors)")
            #expect(run.errors.contains("\(Self.message)"), "\(run.errors)")
            #expect(run.errors.contains(command == "check" ? "edited" : "[edited-file]"))
            #expect(run.errors.contains(":3:./\(Self.message)") == (command != "check" && !isOurs))
        }
        #expect(try repository.package.everything(in: Self.folder) == before)
        if !isOurs {
            let shown = try await repository.git("show", ":3:./\(Self.message)")
            #expect(shown.output.contains("// by hand"))
        }
        try await repository.repogen("generate", "--force", status: 0)
        try await repository.commit("merged")
        try await repository.repogen("check", status: 0)
    }

    @Test("a rebase works like a merge")
    func rebase() async throws {
        let repository = try await repository()
        try await repository.branch(
            "left",
            replacing: "      two: String\n",
            with: "      two: String\n      left: Int\n",
            in: Self.letters
        )
        try await repository.branch(
            "right",
            replacing: "      five: String\n",
            with: "      five: String\n      right: Int\n",
            in: Self.letters
        )
        try await repository.git("rebase", "left", status: 1)
        try await repository.repogen("generate", status: 0)
        try await repository.git("add", "--all")
        try await repository.git("rebase", "--continue")
        try await repository.repogen("check", status: 0)
    }

    private static let branchCount = Repetitions.count("MERGE_BRANCHES", quick: 4, thorough: 8)

    /// Merges each of several branches with each other one, in four packages: 112 pairs of eight.
    ///
    /// On one of the branches, a generated file was edited. In one package, the user's attributes
    /// allow Git to merge line by line.
    @Test("pairs of branches", arguments: 0..<4)
    func pairs(part: Int) async throws {
        let attributes = Self.folder + "/.gitattributes"
        let own = part == 3 ? [attributes: "*.swift text eol=lf\n"] : [:]
        let repository = try await repository(own)
        var random = SeededGenerator(state: UInt64(part))
        let branches = (0..<Self.branchCount).map { "Branch\($0)" }
        let edited = branches.last
        for name in branches {
            try await repository.git("checkout", "--quiet", "-b", name, "main")
            var schema = BranchedSchema(of: name)
            schema.edit(&random)
            for (path, text) in schema.files { try repository.package.write(text, to: path) }
            try await repository.repogen("generate", status: 0)
            if name == edited { try edit(&random, in: repository) }
            try await repository.commit(name)
            try await repository.git("update-ref", "refs/original/\(name)", "HEAD")
        }
        var conflicts = 0
        for (index, ours) in branches.enumerated() {
            for theirs in branches[..<index] {
                let pair = random.once(in: 2) ? [ours, theirs] : [theirs, ours]
                conflicts += try await merge(pair, hasEdit: ours == edited, in: repository) ? 1 : 0
            }
        }
        let pairs = branches.count * (branches.count - 1) / 2
        #expect(conflicts < pairs, "\(conflicts)")
        if branches.count >= 8 { #expect(conflicts > 0) }
    }

    /// Merges a branch into another one, and checks the result of `generate`.
    ///
    /// - Returns: Whether the schemas had a conflict, which is resolved with one side's version.
    private func merge(
        _ pair: [String],
        hasEdit: Bool,
        in repository: GitPackage
    ) async throws -> Bool {
        try await repository.git("checkout", "--quiet", pair[0])
        try await repository.git("merge", "--quiet", pair[1], "--message", "merge", status: nil)
        var run = try await repository.repogen("generate")
        let isConflict = run.status == 1 && run.errors.contains("Schemas/")
        if isConflict {
            #expect(!run.errors.contains("[edited-file]"), "\(pair): \(run.errors)")
            try await repository.git("checkout", "--quiet", pair[0], "--", "Schemas")
            run = try await repository.repogen("generate")
        }
        if hasEdit {
            let isTold = run.status == 1 && run.errors.contains("[edited-file]")
            #expect(try isTold || isEditThere(in: repository), "\(pair): \(run.errors)")
        } else {
            #expect(run.status == 0, "\(pair): \(run.errors)")
            try await repository.repogen("check", status: 0)
        }
        try await repository.git("merge", "--abort", status: nil)
        try await repository.git("reset", "--quiet", "--hard", "refs/original/\(pair[0])")
        try await repository.git("clean", "--quiet", "--force", "-d")
        return isConflict
    }

    private static let edit = "// by hand"

    /// Adds a line to a generated file.
    private func edit(_ random: inout SeededGenerator, in repository: GitPackage) throws {
        let files = try repository.package.contents(of: Self.folder).keys.sorted()
        guard let file = random.element(of: files.filter { $0.contains("/") }) else { return }
        let path = Self.folder + "/" + file
        var lines = try repository.package.read(path)
            .split(separator: "\n", omittingEmptySubsequences: false)
        lines.insert(Self.edit[...], at: random.number(in: 4...(lines.count - 1)))
        try repository.package.write(lines.joined(separator: "\n"), to: path)
    }

    private func isEditThere(in repository: GitPackage) throws -> Bool {
        try repository.package.contents(of: Self.folder).values.contains { $0.contains(Self.edit) }
    }
}
