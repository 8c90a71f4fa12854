/// Why a store could not do what it was asked.
///
/// The message holds no data of the user.
public struct StorageError: Error, Sendable {
    /// What kind of failure it is; more kinds may follow, and a store may add its own.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the kind.
        public let description: String

        /// Creates a kind of failure.
        ///
        /// - Parameter name: Its name, in camel case.
        public init(_ name: String) {
            self.description = name
        }

        /// There is no room left.
        public static let full = Code("full")
        /// The place may be read, and not written.
        public static let readOnly = Code("readOnly")
        /// What is there is not what was written.
        public static let corrupted = Code("corrupted")
        /// Somebody else keeps the store busy.
        public static let locked = Code("locked")
        /// The store was closed.
        public static let closed = Code("closed")
        /// The task that waited was cancelled; nothing was written.
        public static let cancelled = Code("cancelled")
        /// The disk failed, or the file cannot be opened.
        public static let io = Code("io")
        /// The store has no such function.
        public static let unsupported = Code("unsupported")
        /// What is to be deleted is referred to, and a rule of its schema forbids to delete it then.
        public static let restricted = Code("restricted")
        /// A later version of the app has written the store.
        public static let newerVersion = Code("newerVersion")
        /// What was given is nothing that a store keeps.
        public static let invalid = Code("invalid")
    }

    /// What kind of failure it is.
    public var code: Code
    /// What happened, in a sentence.
    public var message: String
    /// Whether the same may succeed later, without that anybody repairs anything.
    public var isRetryable: Bool
    /// The error below.
    public var cause: (any Error)?

    /// Creates an error.
    ///
    /// What can be retried follows from the kind: ``Code/locked``, ``Code/full`` and
    /// ``Code/cancelled`` pass.
    ///
    /// - Parameters:
    ///   - code: The kind.
    ///   - message: What happened, in a sentence, without data of the user.
    ///   - cause: The error below.
    public init(_ code: Code, message: String, cause: (any Error)? = nil) {
        self.code = code
        self.message = message
        self.isRetryable = [.locked, .full, .cancelled].contains(code)
        self.cause = cause
    }
}

extension StorageError {
    /// The store was closed; all stores say the same.
    package static var storeIsClosed: StorageError {
        StorageError(.closed, message: "The store was closed.")
    }
}

extension StorageError {
    /// A later version of the app has written the store.
    ///
    /// - Parameters:
    ///   - stored: The version that has written a collection.
    ///   - collection: The name of the collection.
    ///   - known: The version of this app; 0 where it numbers none.
    /// - Returns: The error.
    package static func newerVersion(
        _ stored: Int,
        of collection: String,
        known: Int
    ) -> StorageError {
        let own = known == 0 ? "this app has no version of it" : "this app has version \(known)"
        return StorageError(
            .newerVersion,
            message: "The store has version \(stored) of \(collection), and \(own). "
                + "Update the app, or wipe the store to begin without what it holds."
        )
    }
}

extension StorageError: CustomStringConvertible {
    /// The message and the kind.
    public var description: String { "\(message) (\(code))" }
}
