#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The right to synchronize a store, which one synchronizer has at a time.
///
/// Two that send from one outbox would each take what the other has in flight for what an ended process
/// has left. The right is noted in the store, for the other may be in another process. It is taken from a
/// process that has ended at once, and from one of which that cannot be told when it has not renewed it
/// for a time. Where the clock was set back since, that time begins anew.
struct SyncLease: Sendable {
    fileprivate let storage: any Storage
    private let holder = UUID()

    /// For how many seconds it holds; it is renewed after a third of them.
    static let duration = 300.0
    private static let name = "synchronizing"

    /// Who has it, as it is noted.
    private struct Note {
        var holder: String
        /// Until when, in seconds since the reference date.
        var end: Double
        /// Nil where that is not known.
        var process: ProcessMark?
    }

    init(of storage: any Storage) {
        self.storage = storage
    }

    /// Takes the right, and has it until the body has ended.
    ///
    /// Returns whether it was free; else the body was not run.
    func hold(
        _ clock: any SyncClock,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(StorageError) -> Void
    ) async throws(StorageError) -> Bool {
        guard try await take(at: clock.now) else { return false }
        let renewal = Task {
            var last = clock.now
            // The clock is not slept on: who feeds it waits for what is due, and this is not.
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                let now = clock.now
                // Also where the clock was set back: others believe no end that is so far away.
                guard now < last || now.timeIntervalSince(last) >= Self.duration / 3 else {
                    continue
                }
                // Where that fails, it ends by itself.
                try? await renew(at: now)
                last = now
            }
        }
        let outcome: Result<Void, StorageError>
        do throws(StorageError) {
            outcome = .success(try await body())
        } catch {
            outcome = .failure(error)
        }
        renewal.cancel()
        // Also where the task was cancelled, in which a store may write no more. Where that fails, the same
        // synchronizer can take it again, and others later.
        await Task { try? await giveBack() }.value
        try outcome.get()
        return true
    }

    private func take(at date: Date) async throws(StorageError) -> Bool {
        try await storage.write { store throws(StorageError) in
            let now = date.timeIntervalSinceReferenceDate
            if var note = try note(in: store), note.holder != holder.uuidString,
                note.end > now, !(note.process?.isGone ?? false)
            {
                // It was noted while the clock was wrong. Its holder may be at work still, and notes
                // another end then.
                if note.end > now + Self.duration {
                    note.end = now + Self.duration
                    try set(note, in: store)
                }
                return false
            }
            try set(own(at: date), in: store)
            return true
        }
    }

    private func renew(at date: Date) async throws(StorageError) {
        try await storage.write { store throws(StorageError) in
            guard try isHeld(in: store) else { return }
            try set(own(at: date), in: store)
        }
    }

    private func giveBack() async throws(StorageError) {
        try await storage.write { store throws(StorageError) in
            guard try isHeld(in: store) else { return }
            try store.set(nil, forKey: Self.name)
        }
    }

    fileprivate func isHeld(in store: any StorageReader) throws(StorageError) -> Bool {
        try note(in: store)?.holder == holder.uuidString
    }

    // MARK: - In the store

    private func note(in store: any StorageReader) throws(StorageError) -> Note? {
        guard let data = try store.value(forKey: Self.name),
            // What cannot be read is of another version.
            let members = try? [String: JSON](jsonData: data),
            let holder = members["holder"]?.string, let end = members["end"]?.double
        else { return nil }
        return Note(holder: holder, end: end, process: ProcessMark(members["process"]))
    }

    private func own(at date: Date) -> Note {
        let end = date.timeIntervalSinceReferenceDate + Self.duration
        return Note(holder: holder.uuidString, end: end, process: .current)
    }

    private func set(_ note: Note, in store: any StorageWriter) throws(StorageError) {
        let members: [String: JSON] = [
            "holder": .string(note.holder),
            "end": JSON.Number(note.end).map(JSON.number) ?? .null,
            "process": note.process?.json ?? .null,
        ]
        try store.set(try? members.jsonData(), forKey: Self.name)
    }
}

/// A store in the hands of who has the right to synchronize it.
///
/// Nothing is written once another one has taken the right. What the server has answered is stored also
/// where the run was cancelled meanwhile.
struct LeasedStorage: Storage {
    let lease: SyncLease

    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await uncancelled { [storage = lease.storage] () throws(StorageError) in
            try await storage.read(body)
        }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await uncancelled { [lease] () throws(StorageError) in
            try await lease.storage.write { store throws(StorageError) in
                guard try lease.isHeld(in: store) else { throw .anotherSynchronizer }
                return try body(store)
            }
        }
    }

    func prepare(_ schema: EntitySchema) async throws(StorageError) {
        try await lease.storage.prepare(schema)
    }

    func changes() -> StorageChanges {
        lease.storage.changes()
    }

    private func uncancelled<Value: Sendable>(
        _ body: @escaping @Sendable () async throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        let task = Task { () -> Result<Value, StorageError> in
            do throws(StorageError) {
                return .success(try await body())
            } catch {
                return .failure(error)
            }
        }
        return try await task.value.get()
    }
}

extension StorageError {
    /// Another synchronizer has the right to synchronize the store.
    static var anotherSynchronizer: StorageError {
        StorageError(.locked, message: "Another synchronizer works on this store.")
    }
}
