import Foundation

/// A lease on a store that allows a single synchronizer to work on it.
///
/// Two synchronizers on one outbox would mistake each other's writes in flight for those of a
/// crashed process. The lease is stored, because the other one may be in another process. It is
/// taken over immediately if its process has exited or its run has ended, or, if that is unknown,
/// when it was not renewed in time. If the clock was set back since, the time starts again.
struct SyncLease: Sendable {
    fileprivate let storage: any Storage
    private let holder = UUID()

    /// The duration of the lease in seconds; it is renewed after a third of it.
    static let duration = 300.0
    private static let name = "synchronizing"
    /// The holders in this process that are still working.
    private static let active = Locked<Set<String>>([])

    /// Whether a process that held the lease at a date certainly still holds it, and may send what it
    /// has marked then: it may have been suspended since, or the clock may have been set.
    static func isHeld(since date: Date, at now: Date) -> Bool {
        abs(now.timeIntervalSince(date)) < duration / 3
    }

    /// The stored lease.
    private struct Note {
        var holder: String
        /// The end of the lease, in seconds since the reference date.
        var end: Double
        /// The process; nil if unknown.
        var process: ProcessMark?

        /// Whether the holder certainly no longer works.
        var isAbandoned: Bool {
            guard let process else { return false }
            let isEnded = process == .current && !active.withLock { $0.contains(holder) }
            return isEnded || process.isGone
        }
    }

    init(of storage: any Storage) {
        self.storage = storage
    }

    /// Acquires the lease, and holds it until the body returns.
    ///
    /// Returns false if it was not available; then the body was not run.
    func hold(
        _ clock: any SyncClock,
        isolation: isolated (any Actor)? = #isolation,
        _ body: () async throws(StorageError) -> Void
    ) async throws(StorageError) -> Bool {
        _ = Self.active.withLock { $0.insert(holder.uuidString) }
        defer { _ = Self.active.withLock { $0.remove(holder.uuidString) } }
        guard try await take(at: clock.now) else { return false }
        let renewal = Task {
            var last = clock.now
            // Do not sleep on `clock`: tests advance it to due writes, and this is none.
            while (try? await Task.sleep(for: .seconds(1))) != nil {
                let now = clock.now
                // Also renew after the clock was set back: others ignore an end too far in the
                // future.
                guard now < last || now.timeIntervalSince(last) >= Self.duration / 3 else {
                    continue
                }
                // If this fails, the lease expires.
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
        // A separate task, because a store may not write in a cancelled one. If this fails, for
        // example because the store is closed, others in this process can acquire the lease, and
        // other processes after its end.
        await Task { try? await giveBack() }.value
        try outcome.get()
        return true
    }

    private func take(at date: Date) async throws(StorageError) -> Bool {
        try await storage.write { store throws(StorageError) in
            let now = date.timeIntervalSinceReferenceDate
            if var note = try note(in: store), note.holder != holder.uuidString,
                note.end > now, !note.isAbandoned
            {
                // It was recorded while the clock was wrong. If its holder is still active, it will
                // renew the lease with another end.
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
        guard let members = try store.note(forKey: Self.name),
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
            "end": .seconds(note.end),
            "process": note.process?.json ?? .null,
        ]
        try store.set(note: members, forKey: Self.name)
    }
}

// Access to the store under the lease.
//
// Nothing is written after another synchronizer has taken the lease over. Responses of the server
// are stored even if the run was cancelled meanwhile.
extension SyncLease {
    func read<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageReader) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await uncancelled { () throws(StorageError) in try await storage.read(body) }
    }

    func write<Value: Sendable>(
        _ body: @escaping @Sendable (any StorageWriter) throws(StorageError) -> Value
    ) async throws(StorageError) -> Value {
        try await uncancelled { () throws(StorageError) in
            try await storage.write { store throws(StorageError) in
                guard try isHeld(in: store) else { throw .anotherSynchronizer }
                return try body(store)
            }
        }
    }
}

/// Finishes an operation even if the task that waits for it is cancelled.
func uncancelled<Value: Sendable, Failure: Error>(
    _ body: @escaping @Sendable () async throws(Failure) -> Value
) async throws(Failure) -> Value {
    let task = Task { () -> Result<Value, Failure> in
        do throws(Failure) {
            return .success(try await body())
        } catch {
            return .failure(error)
        }
    }
    return try await task.value.get()
}

extension StorageError {
    /// The error if another synchronizer holds the lease.
    static var anotherSynchronizer: StorageError {
        StorageError(.locked, message: "Another synchronizer is using this store.")
    }
}
