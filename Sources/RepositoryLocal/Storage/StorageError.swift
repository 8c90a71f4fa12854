/// An error of a store.
///
/// The message contains no user data.
public struct StorageError: Error, Sendable {
    /// The code of an error; later versions may add codes, and a store may define its own.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The name of the code.
        public let description: String

        /// Creates a code.
        ///
        /// - Parameter name: Its name, in camel case.
        public init(_ name: String) {
            self.description = name
        }

        /// There is no space left.
        public static let full = Code("full")
        /// The location is read-only.
        public static let readOnly = Code("readOnly")
        /// The contents are damaged.
        public static let corrupted = Code("corrupted")
        /// Another connection or process holds a lock.
        public static let locked = Code("locked")
        /// The store was closed.
        public static let closed = Code("closed")
        /// The waiting task was cancelled; nothing was written.
        public static let cancelled = Code("cancelled")
        /// An I/O error, or the file cannot be opened.
        public static let io = Code("io")
        /// The store does not support the operation.
        public static let unsupported = Code("unsupported")
        /// Another entity refers to the one to delete, and a rule of the schema forbids the
        /// deletion.
        public static let restricted = Code("restricted")
        /// The store was written by a later version of the app.
        public static let newerVersion = Code("newerVersion")
        /// The value cannot be stored.
        public static let invalid = Code("invalid")
    }

    private struct Content: Sendable {
        var code: Code
        var message: String
        var isRetryable: Bool
        var cause: (any Error)?
    }

    // Small, and so in registers on its way up, like that of `JSONError`.
    @Indirect private var content: Content

    /// Creates an error.
    ///
    /// ``Code/locked``, ``Code/full`` and ``Code/cancelled`` are retryable.
    ///
    /// - Parameters:
    ///   - code: The code of the error.
    ///   - message: A description in one sentence, without user data.
    ///   - cause: The underlying error.
    public init(_ code: Code, message: String, cause: (any Error)? = nil) {
        let isRetryable = [.locked, .full, .cancelled].contains(code)
        content = Content(code: code, message: message, isRetryable: isRetryable, cause: cause)
    }

    /// The code of the error.
    public var code: Code {
        get { content.code }
        set { content.code = newValue }
    }

    /// A description in one sentence.
    public var message: String {
        get { content.message }
        set { content.message = newValue }
    }

    /// Whether the same operation may succeed later without intervention.
    public var isRetryable: Bool {
        get { content.isRetryable }
        set { content.isRetryable = newValue }
    }

    /// The underlying error.
    public var cause: (any Error)? {
        get { content.cause }
        set { content.cause = newValue }
    }
}

extension StorageError {
    /// The store was closed; shared by all stores.
    package static var storeIsClosed: StorageError {
        StorageError(.closed, message: "The store was closed.")
    }
}

extension StorageError {
    /// Returns the error of a store that was written by a later version of the app; `known` is 0 if
    /// this app declares no version.
    package static func newerVersion(
        _ stored: Int,
        of collection: String,
        known: Int
    ) -> StorageError {
        let own = known == 0 ? "this app declares no version" : "this app has version \(known)"
        return StorageError(
            .newerVersion,
            message: "The store has version \(stored) of \(collection), and \(own). "
                + "Update the app, or wipe the store to start without its data."
        )
    }
}

extension StorageError: CustomStringConvertible {
    /// The message and the code.
    public var description: String { "\(message) (\(code))" }
}
