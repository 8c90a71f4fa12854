import Foundation
package import RepositoryRuntime

/// The files that a client has attached to notices, as it has recorded them in its store.
package struct AttachedFiles: Sendable {
    private static let name = "test/attached"

    /// The number of steps that the client has performed.
    package var count = 0
    /// The last attached text, by the title of the notice; null for a detached file.
    package var last: [String: JSON] = [:]
    /// The text that was about to be attached, by title; it is in the store, unless the process crashed before.
    package var next: [String: JSON] = [:]

    /// Reads the recorded files.
    ///
    /// - Parameter store: The store.
    /// - Throws: `StorageError` if it cannot be read.
    package init(in store: any StorageReader) throws(StorageError) {
        guard let data = try store.value(forKey: Self.name),
            let members = try? [String: JSON](jsonData: data)
        else { return }
        count = members["count"]?.int ?? 0
        last = members["last"]?.object ?? [:]
        next = members["next"]?.object ?? [:]
    }

    /// Records the files.
    ///
    /// - Parameter store: The store.
    /// - Throws: `StorageError` if it cannot be written.
    package func write(to store: any StorageWriter) throws(StorageError) {
        let members: [String: JSON] = [
            "count": .number(.init(count)), "last": .object(last), "next": .object(next),
        ]
        try store.set(try? members.jsonData(), forKey: Self.name)
    }
}
