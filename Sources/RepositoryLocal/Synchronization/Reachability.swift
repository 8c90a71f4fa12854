/// A source of network reachability, implemented by the app.
///
/// On Apple platforms, implement it with `NWPathMonitor`.
public protocol Reachability: Sendable {
    /// Whether to save data or power, as requested by the user or the system.
    ///
    /// While it is true, a synchronizer that runs automatically sends local writes, but fetches
    /// nothing; an explicit call of ``Synchronizer/synchronize()`` does both. It is read before
    /// each run, so it must not block. The default is false. When it becomes false, ``states()``
    /// must yield `true` again, which starts the skipped fetch.
    ///
    /// On Apple platforms, derive it from `NWPath.isConstrained` and
    /// `ProcessInfo.isLowPowerModeEnabled`.
    var isSaving: Bool { get }

    /// Whether a network is available: the current state, then each change.
    ///
    /// - Returns: The states, for a single consumer.
    func states() -> AsyncStream<Bool>
}

extension Reachability {
    /// False, by default.
    public var isSaving: Bool { false }
}
