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

extension OutboxFailure {
    /// The failure in notes and exports.
    var json: JSON {
        var members: [String: JSON] = ["message": .string(message), "date": .seconds(date)]
        members["status"] = status.map { .number(JSON.Number($0)) }
        // A body may contain any bytes.
        members["body"] = body.map { .string($0.base64EncodedString()) }
        return .object(members)
    }

    /// Decodes a failure; nil if it has another form.
    init?(_ json: JSON) {
        guard let message = json["message"]?.string, let date = json["date"]?.date else {
            return nil
        }
        self.init(status: json["status"]?.int, message: message, date: date)
        guard let text = json["body"]?.string else { return }
        guard let body = Data(base64Encoded: text) else { return nil }
        self.body = body
    }
}
