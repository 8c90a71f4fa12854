/// What knows whether there is a network, fed by the app.
///
/// On Apple's systems an app makes one of `NWPathMonitor`.
public protocol Reachability: Sendable {
    /// Whether there is a network: the present state first, then each change.
    ///
    /// - Returns: The states, for one reader.
    func states() -> AsyncStream<Bool>
}
