import Foundation
import GRDB
import GRDBSQLite
import RepositoryLocal

extension StorageError {
    /// Creates an error from the last failure of a connection.
    init(connection: OpaquePointer?) {
        let code = ResultCode(rawValue: sqlite3_extended_errcode(connection))
        let message = sqlite3_errmsg(connection).map { String(cString: $0) }
        self.init(
            code,
            systemError: sqlite3_system_errno(connection),
            cause: DatabaseError(resultCode: code, message: message)
        )
    }

    /// Creates an error from an error of GRDB.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - connection: The connection that failed, if any.
    init(_ error: any Error, connection: OpaquePointer? = nil) {
        switch error {
        case let error as StorageError:
            self = error
        case let error as DatabaseError:
            let isLast =
                connection.map { sqlite3_extended_errcode($0) }
                == error.extendedResultCode.rawValue
            self.init(
                error.extendedResultCode,
                systemError: isLast ? sqlite3_system_errno(connection) : 0,
                // Without the statement and its arguments, which are user data.
                cause: DatabaseError(
                    resultCode: error.extendedResultCode,
                    message: error.message
                )
            )
        case is CancellationError:
            self.init(.cancelled, message: "The task was cancelled.", cause: error)
        default:
            self.init(.io, message: "The store failed.", cause: error)
        }
    }

    private init(_ result: ResultCode, systemError: Int32, cause: DatabaseError) {
        let (code, message) = StorageError.meaning(of: result, systemError: systemError)
        self.init(code, message: message, cause: cause)
    }

    private static func meaning(of result: ResultCode, systemError: Int32) -> (Code, String) {
        switch (result.primaryResultCode, systemError) {
        case (.SQLITE_IOERR, ENOSPC), (.SQLITE_IOERR, EDQUOT), (.SQLITE_CANTOPEN, ENOSPC),
            (.SQLITE_FULL, _):
            (.full, "There is no space left for the store.")
        case (.SQLITE_IOERR, EROFS), (.SQLITE_CANTOPEN, EROFS), (.SQLITE_CANTOPEN, EACCES),
            (.SQLITE_CANTOPEN, EPERM), (.SQLITE_READONLY, _), (.SQLITE_PERM, _):
            (.readOnly, "The file of the store, or its folder, is not writable.")
        case (.SQLITE_CORRUPT, _), (.SQLITE_NOTADB, _):
            (.corrupted, "The file of the store is damaged, or not a database.")
        case (.SQLITE_BUSY, _), (.SQLITE_LOCKED, _), (.SQLITE_PROTOCOL, _):
            (.locked, "Another connection has locked the store.")
        case (.SQLITE_INTERRUPT, _), (.SQLITE_ABORT, _):
            (.cancelled, "The task was cancelled.")
        case (.SQLITE_TOOBIG, _):
            (.invalid, "A document or value is larger than the store can hold.")
        case (.SQLITE_CANTOPEN, _):
            (.io, "The file of the store cannot be opened.")
        default:
            (.io, "The store failed.")
        }
    }

    /// Returns the error for a damaged document in the file; only valid ones are stored.
    static func documentIsDamaged(_ error: StorageError) -> StorageError {
        StorageError(.corrupted, message: "A stored document is not a JSON object.", cause: error)
    }

    /// Creates the error for a failed statement of the configuration, whose text SQLite's message
    /// may quote.
    init(connectionStatement number: Int, _ error: any Error) {
        let cause = (error as? DatabaseError).map {
            DatabaseError(resultCode: $0.extendedResultCode)
        }
        let result = cause?.resultCode ?? .SQLITE_ERROR
        self.init(
            StorageError(cause ?? error).code == .locked ? .locked : .invalid,
            message:
                "Statement \(number) of the connection statements failed (SQLite \(result.rawValue)).",
            cause: cause
        )
    }
}
