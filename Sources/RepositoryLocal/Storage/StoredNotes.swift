import Foundation

extension StorageReader {
    /// Reads an object stored as a value; nil if there is none, or if another version wrote it.
    func note(forKey key: String) throws(StorageError) -> [String: JSON]? {
        try value(forKey: key).flatMap { try? [String: JSON](jsonData: $0) }
    }
}

extension StorageWriter {
    /// Stores an object as a value; nil removes it.
    func set(note: [String: JSON]?, forKey key: String) throws(StorageError) {
        try set(note.flatMap { try? $0.jsonData() }, forKey: key)
    }
}

extension JSON {
    /// A date in notes: the seconds since Foundation's reference date.
    static func seconds(_ date: Date) -> JSON { .seconds(date.timeIntervalSinceReferenceDate) }

    /// A time in seconds; null if it is not finite.
    static func seconds(_ time: Double) -> JSON { JSON.Number(time).map(JSON.number) ?? .null }

    /// The date in seconds since Foundation's reference date; nil if it is not a number.
    var date: Date? { double.map(Date.init(timeIntervalSinceReferenceDate:)) }
}
