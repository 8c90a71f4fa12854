import NIOCore
import NIOPosix

/// A server that responds to the first bytes of a request, reads no more, and keeps the connection
/// open.
enum RefusingServer {
    /// Runs a body with a running server.
    ///
    /// - Parameters:
    ///   - response: The response to send.
    ///   - body: Uses the base URL.
    /// - Throws: The error of the body.
    static func run(_ response: String, _ body: (String) async throws -> Void) async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Handler(response))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body("http://127.0.0.1:\(channel.localAddress?.port ?? 0)")
            try await channel.close()
        } catch {
            try await channel.close()
            throw error
        }
    }

    private final class Handler: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private let response: String
        private var hasResponded = false

        init(_ response: String) {
            self.response = response
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !hasResponded else { return }
            hasResponded = true
            context.channel.setOption(.autoRead, value: false).whenComplete { _ in }
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: response)), promise: nil)
        }
    }
}
