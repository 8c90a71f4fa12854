import Foundation
import RepositoryRuntime
import RepositorySQLite
import SyncSample

/// A process that attaches files to notices, detaches them, and synchronizes.
///
/// It records in the store which file it is about to attach and which one it has attached. A check
/// of
/// both sides afterwards uses this to know which files an entity may have.
struct FileClient {
    let storage: SQLiteStorage
    let synchronizer: Synchronizer
    let notices: RepositoryProxy<Notice>
    let seed: UInt64
    let steps: Steps

    /// Performs the steps of the seed, up to a count.
    func perform(_ count: Int) async throws {
        while true {
            let next = try await storage.read { store throws(StorageError) in
                try AttachedFiles(in: store)
            }
            guard next.count < count else { return }
            var random = SplitMix(seed: seed &* 1_000_003 &+ UInt64(next.count))
            try await perform(next, &random)
            steps.take()
            if random.next() % 3 == 0 { await synchronizer.synchronize() }
        }
    }

    private func perform(_ known: AttachedFiles, _ random: inout SplitMix) async throws {
        var known = known
        let number = known.count
        let all = try await storage.read { store throws(StorageError) in
            try store.records(in: "Notice", matching: .all)
        }
        guard number % 4 > 0, let record = all.randomElement(using: &random) else {
            let notice = Notice(id: "l\(number)", title: "l\(number)", number: 0, isKept: true)
            let document = try notice.jsonData()
            known.count += 1
            try await storage.write { [known] store throws(StorageError) in
                _ = try Outbox(Notice.schema, in: store).create(document, id: notice.id)
                try known.write(to: store)
            }
            return
        }
        let title = try record.members(["title"])["title"]?.string ?? ""
        let text =
            random.next() % 5 == 0
            ? nil : String(repeating: "\(number) ", count: Int(random.next() % 3_000) + 1)
        known.next[title] = text.map { .string($0) } ?? .null
        try await storage.write { [known] store throws(StorageError) in try known.write(to: store) }
        steps.take()
        if let text {
            try await notices.attach(Data(text.utf8), as: .photo, to: record.key.id)
        } else {
            try await notices.detach(.photo, from: record.key.id)
        }
        known.last[title] = known.next[title]
        known.count += 1
        try await storage.write { [known] store throws(StorageError) in try known.write(to: store) }
    }
}
