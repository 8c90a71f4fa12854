import Foundation
package import RepositoryRuntime

/// Which files a client has attached to notices, as it has noted in its store.
package struct AttachedFiles: Sendable {
    private static let name = "test/attached"

    /// How many steps the client has performed.
    package var count = 0
    /// The text that was attached last, by the titles of the notices; null for a file that was detached.
    package var last: [String: JSON] = [:]
    /// The text that was to be attached last: it is in the store, or the process has ended before.
    package var next: [String: JSON] = [:]

    /// Reads what was noted.
    ///
    /// - Parameter store: The store.
    /// - Throws: `StorageError` where it cannot be read.
    package init(in store: any StorageReader) throws(StorageError) {
        guard let data = try store.value(forKey: Self.name),
            let members = try? [String: JSON](jsonData: data)
        else { return }
        count = members["count"]?.int ?? 0
        last = members["last"]?.object ?? [:]
        next = members["next"]?.object ?? [:]
    }

    /// Notes it.
    ///
    /// - Parameter store: The store.
    /// - Throws: `StorageError` where it cannot be written.
    package func write(to store: any StorageWriter) throws(StorageError) {
        let members: [String: JSON] = [
            "count": .number(.init(count)), "last": .object(last), "next": .object(next),
        ]
        try store.set(try? members.jsonData(), forKey: Self.name)
    }
}
