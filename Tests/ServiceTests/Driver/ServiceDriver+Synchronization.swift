import Foundation
import RepositoryRuntime
import Testing

extension ServiceDriver {
    /// Writes offline while another client writes, too; then both sides are equal.
    func offline() async throws {
        try await clear()
        try await withRepository { repository, synchronizer in
            func create(_ content: Content) async throws -> String {
                try text(of: try await repository.create(S.draft(content)))
            }
            _ = try await create(Content(title: "patched", priority: 1))
            _ = try await create(Content(title: "deleted", priority: 1))
            let theirs = try await create(Content(title: "theirs", priority: 1))
            let gone = try await create(Content(title: "gone", priority: 1))
            #expect((await synchronizer.synchronize()).isComplete)
            try await checkSame(try await repository.find())

            line.cut()
            for number in 0..<5 {
                let content = Content(
                    title: "offline \(number)",
                    priority: number,
                    isRich: number > 1
                )
                _ = try await create(content)
            }
            let patched = try await entity("patched", in: repository)
            let bare = Content(title: "patched", priority: 5, isRich: false)
            try await repository.patch(id: patched.id, with: S.patch(bare))
            try await repository.delete(id: try await entity("deleted", in: repository).id)
            #expect(try await synchronizer.summary().waiting == 7)
            try await witness.change(theirs, [S.keys.priority: 4])
            try await witness.delete(gone)
            line.mend()

            let report = await synchronizer.synchronize()
            #expect(report.isComplete, "\(S.name): \(report)")
            #expect(try await synchronizer.summary().waiting == 0)
            let here = try await repository.find()
            try await checkSame(here)
            let titles = try here.map { try members(of: $0)[S.keys.title]?.string ?? "" }.sorted()
            let wanted = (0..<5).map { "offline \($0)" } + ["patched", "theirs"]
            #expect(titles == wanted, "\(S.name)")
            try await check(try await entity("patched", in: repository), bare)
            try await check(
                try await entity("theirs", in: repository),
                Content(title: "theirs", priority: 4)
            )
        }
    }

    /// Changes of both sides are merged, with partial and complete updates.
    func conflict(replaces: Bool) async throws {
        try await clear()
        try await withRepository { repository, synchronizer in
            _ = try await repository.create(S.draft(Content(title: "old", priority: 1)))
            #expect((await synchronizer.synchronize()).isComplete)
            // The client knows its version, if the service has versions.
            var entity = try await repository.find(
                id: try await entity("old", in: repository).id
            )
            line.cut()
            if replaces {
                S.assign(Content(title: "new", priority: 1), to: &entity)
                _ = try await repository.update(entity)
            } else {
                try await repository.patch(id: entity.id, with: S.title("new"))
            }
            try await witness.change(try text(of: entity), [S.keys.priority: 4])
            line.mend()
            let report = await synchronizer.synchronize()
            #expect(report.isComplete, "\(S.name): \(report)")
            let merged = Content(title: "new", priority: 4)
            try await check(try await self.entity("new", in: repository), merged)
            try await checkSame(try await repository.find())
        }
    }

    /// A client with an old version does not overwrite another client's change.
    func stale() async throws {
        let repository = try await S.repository(line)
        let content = Content(title: "old", priority: 1)
        var entity = try await repository.create(S.draft(content))
        try await witness.change(try text(of: entity), [S.keys.priority: 4])
        S.assign(content.with(title: "new"), to: &entity)
        let error = await #expect(throws: RepositoryError.self) {
            _ = try await S.replace(entity, in: repository)
        }
        #expect(error?.code == .conflict, "\(S.name): \(error?.description ?? "")")
        try await check(try await repository.find(id: entity.id), content.with(priority: 4))
    }

    /// A create whose response is lost happens once, despite retries, even if the service changes
    /// the values.
    func lostAnswer(_ lose: () async -> Void) async throws {
        try await clear()
        try await withRepository { repository, synchronizer in
            line.cut()
            let content = Content(title: "once", priority: 1)
            let trims = S.trimsTexts && witness.hasWaysOfItsOwn
            let sent = content.with(title: trims ? "  once " : "once")
            _ = try await repository.create(S.draft(sent))
            line.mend()
            await lose()
            var report = await synchronizer.synchronize()
            for _ in 0..<5 where !report.isComplete { report = await synchronizer.synchronize() }
            #expect(try await synchronizer.summary().waiting == 0, "\(S.name): \(report)")
            try await check(try await entity("once", in: repository), content)
            try await checkSame(try await repository.find())
            #expect(try await witness.all().count == 1, "\(S.name)")
        }
    }

    /// A delete after a change whose response is lost is applied: the change was the client's own.
    func deletionBehindLostAnswer(_ lose: () async -> Void, _ mend: () async -> Void) async throws {
        try await clear()
        try await withRepository { repository, synchronizer in
            let content = Content(title: "doomed", priority: 1)
            let entity = try await repository.create(S.draft(content))
            #expect((await synchronizer.synchronize()).isComplete)
            await lose()
            let bare = content.with(priority: 2, isRich: false)
            _ = try? await repository.patch(id: entity.id, with: S.patch(bare))
            _ = await synchronizer.synchronize()
            try await repository.delete(id: entity.id)
            await mend()
            var report = await synchronizer.synchronize()
            for _ in 0..<5 where !report.isComplete { report = await synchronizer.synchronize() }
            #expect(try await witness.all().isEmpty, "\(S.name): \(report)")
            #expect(try await repository.find().isEmpty, "\(S.name)")
        }
    }

    func entity(
        _ title: String,
        in repository: RepositoryProxy<S.Entity>
    ) async throws -> S.Entity {
        let all = try await repository.find()
        return try #require(
            try all.first { try members(of: $0)[S.keys.title] == .string(title) },
            "\(S.name): \(title)"
        )
    }
}
