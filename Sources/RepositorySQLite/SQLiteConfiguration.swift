/// The configuration of an SQLite store.
public struct SQLiteConfiguration: Sendable {
    /// The failures that a completed write survives.
    public enum Durability: Sendable {
        /// A crash of the process, including `kill -9`.
        ///
        /// A power loss may undo the last writes, but does not damage the file.
        ///
        /// `PRAGMA synchronous = NORMAL`.
        case processEnd
        /// A power loss, too, provided that the disk honors flush requests.
        ///
        /// `PRAGMA synchronous = FULL`, and `PRAGMA fullfsync` where supported. Each write waits
        /// for the disk.
        case powerLoss
    }

    /// The failures that a completed write survives.
    public var durability: Durability
    /// How long to wait for a write of another process before throwing `.locked`.
    public var busyTimeout: Duration
    /// The maximum number of concurrent reads.
    public var maximumReaderCount: Int
    /// The interval for detecting writes of other processes, while there are subscribers to
    /// changes; nil for none.
    ///
    /// Each write detects them, too.
    public var externalChangeInterval: Duration?
    /// The maximum number of pages of the file, of 4096 bytes each; nil for no limit.
    public var maximumPageCount: Int?
    /// SQL statements that each connection executes first.
    ///
    /// A build of SQLite with encryption gets its key this way: `["PRAGMA key = '...'"]`. No error
    /// of the store contains these statements.
    public var connectionStatements: [String]

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - durability: The failures that a completed write survives.
    ///   - busyTimeout: How long to wait for a write of another process.
    ///   - maximumReaderCount: The maximum number of concurrent reads.
    ///   - externalChangeInterval: The interval for detecting writes of other processes.
    ///   - maximumPageCount: The maximum number of pages of the file.
    ///   - connectionStatements: SQL statements that each connection executes first.
    public init(
        durability: Durability = .powerLoss,
        busyTimeout: Duration = .seconds(5),
        maximumReaderCount: Int = 4,
        externalChangeInterval: Duration? = .seconds(1),
        maximumPageCount: Int? = nil,
        connectionStatements: [String] = []
    ) {
        self.durability = durability
        self.busyTimeout = busyTimeout
        self.maximumReaderCount = max(1, maximumReaderCount)
        self.externalChangeInterval = externalChangeInterval
        self.maximumPageCount = maximumPageCount
        self.connectionStatements = connectionStatements
    }

    /// The timeout in seconds; SQLite's limit is about 24 days.
    var busySeconds: Double {
        min(max(0, busyTimeout / .seconds(1)), 2_147_483)
    }
}
