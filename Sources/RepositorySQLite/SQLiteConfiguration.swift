/// How a store on SQLite works.
public struct SQLiteConfiguration: Sendable {
    /// What a write survives once it has returned.
    public enum Durability: Sendable {
        /// The end of the process, by `kill -9` too; a loss of power may take back the last writes,
        /// and leaves the file whole.
        ///
        /// `PRAGMA synchronous = NORMAL`.
        case processEnd
        /// A loss of power too, as far as the disk keeps what it says it has written.
        ///
        /// `PRAGMA synchronous = FULL`, and `PRAGMA fullfsync` where there is one. Each write waits
        /// for the disk.
        case powerLoss
    }

    /// What a write survives once it has returned.
    public var durability: Durability
    /// How long to wait for another process that writes before the store counts as locked.
    public var busyTimeout: Duration
    /// How many reads run at the same time.
    public var maximumReaderCount: Int
    /// How often to look whether another process has written, while somebody listens to changes; nil
    /// for never.
    ///
    /// Each write looks, too.
    public var externalChangeInterval: Duration?
    /// The most pages of 4096 bytes that the file may have; nil for as many as fit the disk.
    public var maximumPageCount: Int?
    /// SQL statements that each connection runs before it does anything else.
    ///
    /// A build of SQLite with encryption takes its key in this way: `["PRAGMA key = '...'"]`. No error of the
    /// store contains their text.
    public var connectionStatements: [String]

    /// Creates a configuration.
    ///
    /// - Parameters:
    ///   - durability: What a write survives once it has returned.
    ///   - busyTimeout: How long to wait for another process that writes.
    ///   - maximumReaderCount: How many reads run at the same time.
    ///   - externalChangeInterval: How often to look whether another process has written.
    ///   - maximumPageCount: The most pages that the file may have.
    ///   - connectionStatements: SQL statements that each connection runs before it does anything else.
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
}
