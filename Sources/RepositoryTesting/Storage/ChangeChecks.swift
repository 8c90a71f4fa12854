import Foundation
import RepositoryRuntime

/// The requirements of a store for observed changes.
enum ChangeChecks {
    static let all: [StorageContract.Check] = [
        .init("publishes the records that each transaction touches") { makeStore in
            let store = try await makeStore()
            var changes = store.changes().makeAsyncIterator()
            let one = RecordKey(note: "1")
            let two = RecordKey(note: "2")
            try await store.put(StoredRecord("1"))
            var change = await changes.next()
            try expect(change?.touches(one) ?? false, "the record is missing: \(change as Any)")
            try expect(!(change?.touches(two) ?? true), "another record is published")
            try expect(!(change?.touchesOutbox() ?? true), "the outbox is published")
            let entry = try await store.put(OutboxEntry(key: one, operation: .create))
            change = await changes.next()
            try expect(change?.touchesOutbox(of: one) ?? false, "the entry is missing")
            try expect(!(change?.touches(collection: "Note") ?? true), "the record is published")
            try await store.write { store throws(StorageError) in
                try store.rekey(one, to: two)
                try store.remove(entry: entry.id)
            }
            change = await changes.next()
            try expect(change?.touches(one) ?? false, "the old key is missing")
            try expect(change?.touches(two) ?? false, "the new key is missing")
            try expect(change?.touchesOutbox(of: two) ?? false, "the removed entry is missing")
            try await store.remove(two)
            change = await changes.next()
            try expect(change?.touches(two) ?? false, "the removed record is missing")
        },
        .init("publishes the versions of touched records, if it supports that") { makeStore in
            let store = try await makeStore()
            var changes = store.changes().makeAsyncIterator()
            let first = StoredRecord("1")
            var second = first
            second.document = Data(#"{"id":"1","text":"second"}"#.utf8)
            var renamed = second
            renamed.key = RecordKey(note: "2")
            func expectNoted(
                _ key: RecordKey,
                from old: StoredRecord?,
                to new: StoredRecord?,
                in change: StorageChange?
            ) throws {
                guard let versions = change?.versions(of: key) else { return }
                try expect(versions.count > 1, "there are too few versions: \(versions)")
                try expectEqual(versions.first ?? nil, old, "the version before")
                try expectEqual(versions.last ?? nil, new, "the version after")
            }
            try await store.put(first)
            try expectNoted(first.key, from: nil, to: first, in: await changes.next())
            try await store.put(second)
            try expectNoted(first.key, from: first, to: second, in: await changes.next())
            try await store.write { [renamed] store throws(StorageError) in
                try store.rekey(first.key, to: renamed.key)
            }
            let change = await changes.next()
            try expectNoted(first.key, from: second, to: nil, in: change)
            try expectNoted(renamed.key, from: nil, to: renamed, in: change)
            try await store.remove(renamed.key)
            try expectNoted(renamed.key, from: renamed, to: nil, in: await changes.next())
        },
        .init("publishes nothing for rollbacks and empty transactions") { makeStore in
            let store = try await makeStore()
            var changes = store.changes().makeAsyncIterator()
            _ = try? await store.write { store throws(StorageError) in
                try store.put(StoredRecord("undone"))
                try store.put(OutboxEntry(key: RecordKey(note: "undone"), operation: .create))
                throw StorageError(.cancelled, message: "Stop.")
            }
            try await store.remove(RecordKey(note: "nobody"))
            try await store.put(StoredRecord("done"))
            let change = await changes.next()
            let undone = RecordKey(note: "undone")
            try expect(change?.touches(RecordKey(note: "done")) ?? false, "\(change as Any)")
            try expect(!(change?.touches(undone) ?? true), "a rolled back record is published")
            try expect(!(change?.touchesOutbox() ?? true), "a rolled back entry is published")
        },
        .init("merges changes for a slow consumer, and loses none") { makeStore in
            let store = try await makeStore()
            var slow = store.changes().makeAsyncIterator()
            var other = store.changes().makeAsyncIterator()
            for number in 0..<50 { try await store.put(StoredRecord("\(number)")) }
            for _ in 0..<2 {
                let change = await slow.next()
                for number in 0..<50 {
                    let key = RecordKey(note: "\(number)")
                    try expect(change?.touches(key) ?? false, "record \(number) is lost")
                }
                swap(&slow, &other)
            }
        },
        .init("loses no changes of concurrent writers") { makeStore in
            let store = try await makeStore()
            let changes = store.changes()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for writer in 0..<8 {
                    group.addTask {
                        for number in 0..<25 {
                            try await store.put(StoredRecord("\(writer)-\(number)"))
                        }
                    }
                }
                group.addTask {
                    var missing = Set(
                        (0..<8).flatMap { writer in
                            (0..<25).map { RecordKey(note: "\(writer)-\($0)") }
                        }
                    )
                    for await change in changes {
                        missing = missing.filter { !change.touches($0) }
                        // If a change is lost, this waits forever, as it should.
                        if missing.isEmpty { return }
                    }
                    throw StorageContract.Failure(description: "\(missing.count) changes are lost")
                }
                try await group.waitForAll()
            }
        },
        .init("ends the changes when the reading task is cancelled") { makeStore in
            let store = try await makeStore()
            let changes = store.changes()
            let task = Task {
                var count = 0
                for await _ in changes { count += 1 }
                return count
            }
            task.cancel()
            _ = await task.value
            try await store.put(StoredRecord("1"))
            try expectEqual(try await store.ids("Note"), ["1"], "the records afterwards")
        },
    ]
}
