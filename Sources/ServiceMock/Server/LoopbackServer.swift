import NIOCore
import NIOHTTP1
import NIOPosix

/// Listens on loopback, and reacts to requests.
struct LoopbackServer: Sendable {
    /// The base URL, without a trailing slash.
    let url: String
    private let channel: any Channel
    private let connections: Connections

    private init(_ channel: any Channel, _ connections: Connections) {
        self.channel = channel
        self.connections = connections
        url = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)"
    }

    /// A server that will listen.
    ///
    /// - Parameters:
    ///   - port: The port; 0 for any free one.
    ///   - react: Determines the reaction to a request, on the event loop of its connection.
    /// - Returns: The server, once it listens. It fails with ``PortInUse`` if another process does.
    static func listening(
        port: Int,
        _ react: @escaping @Sendable (MockRequest, any EventLoop) -> Reaction
    ) -> EventLoopFuture<LoopbackServer> {
        let connections = Connections()
        return ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.backlog, value: 256)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(ChannelOptions.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                connections.add(channel)
                return channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.configureHTTPServerPipeline(withPipeliningAssistance: true)
                    try pipeline.addHandler(HTTPHandler(react))
                }
            }
            .bind(host: "127.0.0.1", port: port)
            .map { LoopbackServer($0, connections) }
            .flatMapErrorThrowing { error in
                guard let error = error as? IOError, error.errnoCode == EADDRINUSE else {
                    throw error
                }
                throw PortInUse(port: port)
            }
    }

    /// Stops listening, and closes all connections.
    func stop() async {
        try? await channel.close()
        await connections.close()
    }
}

/// The error if another process listens on the port.
package struct PortInUse: Error, CustomStringConvertible {
    let port: Int

    package var description: String { "the port \(port) is in use" }
}
