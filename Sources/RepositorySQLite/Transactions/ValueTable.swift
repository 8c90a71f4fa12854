import Foundation
import RepositoryLocal

/// The metadata values of a store, during one transaction.
struct ValueTable {
    private let connection: BufferedConnection

    init(_ connection: BufferedConnection) {
        self.connection = connection
    }

    func value(for key: String) throws(StorageError) -> Data? {
        try connection.rows("SELECT value FROM repogen_values WHERE key = ?") { statement in
            statement.bind(key, at: 1)
        } _: { (statement) throws(StorageError) in
            statement.data(0) ?? Data()
        }.first
    }

    func keys(withPrefix prefix: String) throws(StorageError) -> [String] {
        // No key has the last Unicode scalar after the prefix.
        try connection.rows("SELECT key FROM repogen_values WHERE key >= ?1 AND key < ?2") {
            statement in
            statement.bind(prefix, at: 1)
            statement.bind(prefix + "\u{10FFFF}", at: 2)
        } _: { (statement) throws(StorageError) in
            statement.text(0) ?? ""
        }
    }

    func set(_ value: Data?, for key: String) throws(StorageError) {
        guard let value else {
            try connection.run("DELETE FROM repogen_values WHERE key = ?") { $0.bind(key, at: 1) }
            return
        }
        try connection.run("INSERT OR REPLACE INTO repogen_values (key, value) VALUES (?, ?)") {
            statement in
            statement.bind(key, at: 1)
            statement.bind(value, at: 2)
        }
    }
}
