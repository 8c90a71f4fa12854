import Foundation
import RepositoryRuntime

/// Texts in a store, and the files of a folder that contain their bytes.
struct Traces {
    static let count = 1000
    private static let mark = "trace-of-a-user-"

    /// Fills a store with documents, confirmed states, writes with changes, rejections, and
    /// metadata, some of them long, and some deleted again.
    static func fill(_ store: some Storage) async throws {
        for start in stride(from: 0, to: count, by: 100) {
            try await store.write { store throws(StorageError) in
                for number in start..<(start + 100) { try put(number, in: store) }
            }
        }
        try await store.write { store throws(StorageError) in
            for number in stride(from: 0, to: count, by: 3) {
                try store.remove(RecordKey(note: "\(number)"))
                for entry in try store.entries(of: RecordKey(note: "\(number)")) {
                    try store.remove(entry: entry.id)
                }
                try store.set(nil, forKey: "history/\(number)")
            }
        }
    }

    private static func put(_ number: Int, in store: any StorageWriter) throws(StorageError) {
        func text(_ place: String) -> String {
            let text = "\(mark)\(place)-\(number)."
            return number.isMultiple(of: 7) ? String(repeating: text, count: 800) : text
        }
        let key = RecordKey(note: "\(number)")
        try store.put(
            StoredRecord(
                key: key,
                document: Data(#"{"text":"\#(text("document"))"}"#.utf8),
                base: Data(#"{"text":"\#(text("base"))"}"#.utf8),
                entityTag: text("tag"),
                state: .conflicted
            )
        )
        try store.put(
            OutboxEntry(
                key: key,
                operation: .patch,
                changed: ["text": .string(text("change"))],
                state: number.isMultiple(of: 2) ? .waiting : .rejected,
                failure: OutboxFailure(
                    status: 409,
                    body: Data(text("conflict").utf8),
                    message: "Refused.",
                    date: Date(timeIntervalSince1970: 0)
                )
            )
        )
        try store.set(Data(text("history").utf8), forKey: "history/\(number)")
        try store.set(Data("{}".utf8), forKey: text("name"))
    }

    /// Returns the files of a folder that contain a text.
    static func found(in folder: URL) throws -> [String] {
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return try names.filter { name in
            let bytes = try Data(contentsOf: folder.appending(path: name))
            return bytes.range(of: Data(mark.utf8)) != nil
        }.sorted()
    }
}
