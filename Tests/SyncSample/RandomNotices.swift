import Foundation
import RepositoryRuntime

// Writes of notices, of which the client keeps a part, and of their files.
extension RandomWrites {
    private static let filesKey = "test/files"

    /// Returns the last attached files, by the titles of their notices; null for a detached one.
    static func files(of store: any StorageReader) throws(StorageError) -> [String: JSON] {
        let data = try store.value(forKey: filesKey)
        return data.flatMap { try? [String: JSON](jsonData: $0) } ?? [:]
    }

    private static let doubtKey = "test/doubt"

    /// Whether a write of a notice was rejected at the time of a later write: the service may have the notice under
    /// another identity.
    static func mayBeUnrecognized(in store: any StorageReader) throws(StorageError) -> Bool {
        try store.value(forKey: doubtKey) != nil
    }

    /// Creates, changes or deletes a notice, or attaches a file to it.
    func writeNotices(_ number: Int, _ random: inout SplitMix) throws(StorageError) {
        if try store.rejectedWrites().contains(where: { $0.entry.key.collection == "Notice" }) {
            try store.set(Data(count: 1), forKey: Self.doubtKey)
        }
        let notices = try store.records(in: "Notice", matching: .all)
        let outbox = Outbox(Notice.schema, in: store)
        let choice = random.next() % 10
        guard choice > 1, let notice = notices.randomElement(using: &random) else {
            let made = Notice(
                id: "l\(number)",
                title: "l\(number)",
                number: Int(random.next() % 20),
                isKept: random.next() % 4 > 0
            )
            _ = try outbox.create(try document(made), id: made.id)
            return
        }
        switch choice {
        case 2...6:
            let title = try notice.members(["title"])["title"]?.string ?? ""
            let name = choice == 2 ? nil : "\(number)"
            var files = try Self.files(of: store)
            files[title] = name.map { .string("file \($0)") } ?? .null
            try store.set(try document(JSON.object(files)), forKey: Self.filesKey)
            let file = PendingFile(
                id: "\(number)",
                key: notice.key,
                property: "photo",
                path: "photo",
                mediaType: "text/plain",
                name: name,
                date: Date(timeIntervalSinceReferenceDate: Double(number))
            )
            try file.put(in: store)
        case 7, 8:
            let change: [String: JSON] = [
                "number": .number(.init(Int(random.next() % 20))), "isKept": .bool(choice == 7),
            ]
            _ = try outbox.patch(id: notice.key.id, with: change)
        default:
            try outbox.delete(id: notice.key.id)
        }
    }
}
