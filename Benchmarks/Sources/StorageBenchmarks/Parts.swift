import Foundation
import RepositoryRuntime
import RepositorySQLite

/// What is measured without a counterpart: observing, and synchronizing.
///
/// Each runs in a process of its own, so that its memory is its own.
enum Parts: String, CaseIterable {
    case latency, listing, counting, sending, observing, pulling, migrating

    private struct Notes: CRUDStorageRepository {
        typealias Entity = Note
        let storage: any Storage
    }

    private struct Memos: CRUDStorageRepository {
        typealias Entity = Memo
        let storage: any Storage
    }

    /// Measures it, and prints a line of the table.
    ///
    /// - Parameters:
    ///   - rows: How many rows there are, here or on the server.
    ///   - folder: Where the store is kept.
    /// - Throws: `StorageError` or `RepositoryError` where the store fails.
    func run(rows: Int, in folder: URL) async throws {
        let storage = try SQLiteStorage(url: folder.appending(path: "\(rawValue).sqlite"))
        switch self {
        case .latency: try await Self.measureLatency(in: storage, rows: rows)
        case .listing: try await Self.measureListing(in: storage)
        case .counting: try await Self.measureCounting(in: storage, rows: rows)
        case .sending: try await Self.measureSending(in: storage)
        case .observing: try await Self.measureObserving(in: storage, rows: rows)
        case .pulling: try await Self.measurePulling(in: storage, rows: rows)
        case .migrating: try await Self.measureMigrating(in: storage, rows: rows)
        }
        try storage.close()
    }

    // MARK: - Observing

    /// From a write to the result that shows it, of a query that 20 of the rows answer.
    private static func measureLatency(in storage: SQLiteStorage, rows: Int) async throws {
        try await fill(storage, rows: rows)
        let notes = Notes(storage: storage)
        let first = rows / 2 / 20 * 20
        let query = Criteria(filter: Note.Fields().author == "author-\(first / 20)")
        var results = notes.observe(query).makeAsyncIterator()
        var seen = try await results.next()
        precondition(seen?.count == 20)
        var writes: [Double] = []
        var latencies: [Double] = []
        for round in 0..<200 {
            var note = Note.numbered(first + round % 20)
            note.text = "Changed in round \(round)."
            let start = ContinuousClock.now
            try await notes.storeOrUpdate(note)
            writes.append(start.duration(to: .now) / .milliseconds(1))
            repeat { seen = try await results.next() } while seen?.contains(note) == false
            latencies.append(start.duration(to: .now) / .milliseconds(1))
        }
        let line = [
            "from a write to the observed result, 20 of \(rows) rows",
            "median \(text(median(latencies))) ms, the 99th of 100 \(text(high(latencies))) ms; "
                + "the write alone \(text(median(writes))) ms",
        ]
        print("| \(line.joined(separator: " | ")) |")
    }

    /// From a write to what it changes in an observed list of 10,000, and how long the list takes to be read.
    private static func measureListing(in storage: SQLiteStorage) async throws {
        let rows = 10_000
        try await fill(storage, rows: rows)
        let notes = Notes(storage: storage)
        let began = ContinuousClock.now
        var list = notes.observeList(orderedBy: { [$0.likes.descending] }).makeAsyncIterator()
        let count = try await list.next()?.count
        precondition(count == rows)
        let reading = began.duration(to: .now) / .milliseconds(1)
        var latencies: [Double] = []
        for round in 0..<200 {
            var note = Note.numbered(round * 37)
            note.text = "Changed in round \(round)."
            note.likes = rows - round * 3
            let start = ContinuousClock.now
            try await notes.storeOrUpdate(note)
            let change = try await list.next()
            latencies.append(start.duration(to: .now) / .milliseconds(1))
            precondition(change?.updates.count == 1)
        }
        let line = [
            "from a write to its change in an observed list of \(rows) rows",
            "median \(text(median(latencies))) ms, the 99th of 100 \(text(high(latencies))) ms; "
                + "reading all of it \(text(reading)) ms",
        ]
        print("| \(line.joined(separator: " | ")) |")
    }

    /// From a write until who observes the number of all rows, and that of half of them, is done with it.
    private static func measureCounting(in storage: SQLiteStorage, rows: Int) async throws {
        try await fill(storage, rows: rows)
        let notes = Notes(storage: storage)
        let (reads, continuation) = AsyncStream.makeStream(of: Void.self)
        let observed = Notes(storage: WatchedStorage(base: storage) { continuation.yield() })
        let half = Criteria(filter: Note.Fields().likes >= rows / 2)
        let observers = [Criteria.all, half].map { criteria in
            Task {
                for try await _ in observed.observeCount(criteria) {}
            }
        }
        var done = reads.makeAsyncIterator()
        for _ in observers { _ = await done.next() }
        var times: [[Double]] = [[], []]
        for isCounted in [false, true] {
            for round in 0..<200 {
                var note = Note.numbered(round)
                note.text = "Changed in round \(round)."
                if isCounted { (note.id, note.likes) = ("more-\(round)", rows) }
                let start = ContinuousClock.now
                try await notes.storeOrUpdate(note)
                for _ in observers { _ = await done.next() }
                times[isCounted ? 1 : 0].append(start.duration(to: .now) / .milliseconds(1))
            }
        }
        for observer in observers { observer.cancel() }
        let line = [
            "from a write to the observed numbers of \(rows) rows and of half of them",
            "one that changes neither: median \(text(median(times[0]))) ms, the 99th of 100 "
                + "\(text(high(times[0]))) ms; one that changes both: \(text(median(times[1]))) ms",
        ]
        print("| \(line.joined(separator: " | ")) |")
    }

    /// The memory for a query that 20 rows answer, for their number, and for all of them.
    private static func measureObserving(in storage: SQLiteStorage, rows: Int) async throws {
        try await fill(storage, rows: rows)
        let notes = Notes(storage: storage)
        let filled = peakMemory
        let query = Criteria(Note.self, limit: 20) { $0.likes >= rows / 2 }
        var twenty = notes.observe(query).makeAsyncIterator()
        var number = notes.observeCount(.all).makeAsyncIterator()
        for round in 0..<20 {
            _ = try await twenty.next()
            _ = try await number.next()
            var note = Note.numbered(rows / 2)
            note.text = "Changed in round \(round)."
            try await notes.storeOrUpdate(note)
            let other = "more-\(round)"
            note.id = other
            try await notes.storeOrUpdate(note)
        }
        let observed = peakMemory
        var all = notes.observe(.all).makeAsyncIterator()
        let count = try await all.next()?.count ?? 0
        print("| peak memory, \(rows) rows written in batches of 10,000 | \(filled) MiB |")
        print("| the same, observing 20 of them and their number | \(observed) MiB |")
        print("| the same, with all \(count) as entities | \(peakMemory) MiB |")
    }

    /// Converts the notes of an earlier version, of which one in ten is also to be sent.
    private static func measureMigrating(in storage: SQLiteStorage, rows: Int) async throws {
        try await fill(storage, rows: rows, of: "Memo", pendingOneIn: 10)
        let filled = peakMemory
        let start = ContinuousClock.now
        try await Memos(storage: storage).prepare()
        let seconds = start.duration(to: .now) / .seconds(1)
        let memo = try await Memos(storage: storage).find(id: Note.numbered(rows / 2).id)
        precondition(memo.likes == "\(Note.numbered(rows / 2).likes)")
        print(
            "| converting \(rows) rows to another version, a tenth of them with a pending write | "
                + "\(text(seconds)) s, peak memory \(peakMemory) MiB, \(filled) MiB before |"
        )
    }

    private static func fill(
        _ storage: SQLiteStorage,
        rows: Int,
        of collection: String = "Note",
        pendingOneIn odds: Int? = nil
    ) async throws {
        let indexed = [IndexedProperty("author", .text), IndexedProperty("likes", .integer)]
        try await storage.prepare(
            EntitySchema(name: collection, identityKey: "_id", indexed: indexed)
        )
        for start in stride(from: 0, to: rows, by: 10_000) {
            try await storage.write { store throws(StorageError) in
                for number in start..<min(rows, start + 10_000) {
                    let note = Note.numbered(number)
                    let key = RecordKey(collection: collection, id: note.id)
                    let document = (try? note.jsonData()) ?? Data()
                    try store.put(StoredRecord(key: key, document: document))
                    guard let odds, number.isMultiple(of: odds) else { continue }
                    var entry = OutboxEntry(key: key, operation: .patch)
                    entry.changed = ["likes": 7, "text": "changed"]
                    try store.put(entry)
                }
            }
        }
    }

    // MARK: - Synchronizing

    /// Sends 10,000 creations that wait, 100 a request.
    private static func measureSending(in storage: SQLiteStorage) async throws {
        let count = 10_000
        let server = ServerSide(rows: 0)
        let synchronizer = Synchronizer(storage: storage)
        try await synchronizer.register(ServerSide.collection(server))
        try await storage.write { store throws(StorageError) in
            let outbox = Outbox(Note.schema, in: store)
            for number in 0..<count {
                let note = Note.numbered(number)
                try outbox.create((try? note.jsonData()) ?? Data(), id: note.id)
            }
        }
        let (report, line) = await measured(server) { await synchronizer.push() }
        precondition(report.acknowledged == count, "\(report)")
        print("| sending \(count) creations that wait, 100 a request | \(line) |")
    }

    /// Brings all rows of the server, 1,000 a page.
    private static func measurePulling(in storage: SQLiteStorage, rows: Int) async throws {
        let server = ServerSide(rows: rows)
        let synchronizer = Synchronizer(storage: storage)
        try await synchronizer.register(ServerSide.collection(server))
        let (first, line) = await measured(server) { await synchronizer.synchronize() }
        precondition(first.pulled == rows && first.isComplete, "\(first)")
        print("| bringing \(rows) rows, 1,000 a page | \(line) |")
        let (second, again) = await measured(server) { await synchronizer.synchronize() }
        precondition(second.isComplete, "\(second)")
        print("| the same again, nothing changed | \(again) |")
    }

    private static func measured(
        _ server: ServerSide,
        _ body: () async -> SyncReport
    ) async -> (SyncReport, String) {
        let before = await server.seconds
        let start = ContinuousClock.now
        let report = await body()
        let all = start.duration(to: .now) / .seconds(1)
        let away = await server.seconds - before
        let line = "\(text(all - away)) s of the client, peak memory \(peakMemory) MiB"
        return (report, line)
    }

    // MARK: - Figures

    /// The most memory that this process had, in MiB.
    private static var peakMemory: Int {
        #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return usage.ru_maxrss / 1_048_576
        #else
        // Not `getrusage`, which includes the memory that the parent had when it started this process.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") } ?? ""
        let words = line.split(whereSeparator: \.isWhitespace)
        return (words.count > 1 ? Int(words[1]) ?? 0 : 0) / 1024
        #endif
    }

    private static func median(_ values: [Double]) -> Double {
        values.sorted()[values.count / 2]
    }

    private static func high(_ values: [Double]) -> Double {
        values.sorted()[values.count * 99 / 100]
    }

    private static func text(_ value: Double) -> String {
        String(format: "%.2f", value)
    }
}
