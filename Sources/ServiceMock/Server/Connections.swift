import NIOCore
import RepositoryValues

/// The open connections of a server, which it closes when it stops.
final class Connections: Sendable {
    private let channels = Locked<[ObjectIdentifier: any Channel]>([:])

    /// Adds a connection until it closes.
    func add(_ channel: any Channel) {
        let id = ObjectIdentifier(channel)
        channels.withLock { $0[id] = channel }
        channel.closeFuture.whenComplete { [channels] _ in
            channels.withLock { _ = $0.removeValue(forKey: id) }
        }
    }

    /// Closes all connections.
    func close() async {
        let open = channels.withLock { Array($0.values) }
        for channel in open { try? await channel.close() }
    }
}
