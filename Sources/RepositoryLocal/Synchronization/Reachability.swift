/// What knows whether there is a network, fed by the app.
///
/// On Apple's systems an app makes one of `NWPathMonitor`.
public protocol Reachability: Sendable {
    /// Whether data or power is to be saved, as the user or the system asks.
    ///
    /// While it is, a synchronizer that runs by itself sends what was written, and fetches nothing; whoever calls
    /// ``Synchronizer/synchronize()`` still gets both. It is asked before each run, so that it must not block. By
    /// default nothing is saved. When that ends, ``states()`` gives `true` once more, so that what was left out is fetched.
    ///
    /// On Apple's systems it follows from `NWPath.isConstrained` and `ProcessInfo.isLowPowerModeEnabled`.
    var isSaving: Bool { get }

    /// Whether there is a network: the present state first, then each change.
    ///
    /// - Returns: The states, for one reader.
    func states() -> AsyncStream<Bool>
}

extension Reachability {
    /// Nothing is saved.
    public var isSaving: Bool { false }
}
