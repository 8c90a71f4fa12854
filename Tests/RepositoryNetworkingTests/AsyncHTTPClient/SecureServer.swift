import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

/// A server that supports only HTTP/2 over TLS, with its own certificate.
enum SecureServer {
    /// The certificate that a client must trust.
    static var certificate: NIOSSLCertificate {
        get throws { try NIOSSLCertificate(bytes: Array(certificateText.utf8), format: .pem) }
    }

    /// Runs a body with the base URL of a server that responds with `[2]`, or at `/cut` with a
    /// truncated
    /// response.
    static func run(_ body: (String) async throws -> Void) async throws {
        let key = try NIOSSLPrivateKey(bytes: Array(keyText.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try certificate)],
            privateKey: .privateKey(key)
        )
        configuration.applicationProtocols = ["h2"]
        let context = try NIOSSLContext(configuration: configuration)
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(NIOSSLServerHandler(context: context))
                    _ = try pipeline.configureHTTP2Pipeline(
                        mode: .server,
                        connectionConfiguration: .init(),
                        streamConfiguration: .init()
                    ) { stream in
                        stream.eventLoop.makeCompletedFuture {
                            try stream.pipeline.syncOperations.addHandlers(
                                HTTP2FramePayloadToHTTP1ServerCodec(),
                                Answers()
                            )
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0)
            .get()
        do {
            try await body("https://127.0.0.1:\(channel.localAddress?.port ?? 0)")
            try await channel.close()
        } catch {
            try await channel.close()
            throw error
        }
    }

    private final class Answers: ChannelInboundHandler {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        private var isCut = false

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            switch unwrapInboundIn(data) {
            case .head(let head): isCut = head.uri == "/cut"
            case .body: break
            case .end: answer(context)
            }
        }

        private func answer(_ context: ChannelHandlerContext) {
            let body = ByteBuffer(string: isCut ? "[" : "[2]")
            let headers: HTTPHeaders = ["Content-Length": "3"]
            let head = HTTPResponseHead(version: .http2, status: .ok, headers: headers)
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            if isCut {
                context.close(promise: nil)
            } else {
                context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
            }
        }
    }

    // Created for these tests, for `localhost` and 127.0.0.1, valid until 2120; not trusted by
    // others.
    private static let certificateText = """
        -----BEGIN CERTIFICATE-----
        MIIBZjCCAQ2gAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
        c3QwIBcNMjAwMTAxMDAwMDAwWhgPMjEyMDAxMDEwMDAwMDBaMBQxEjAQBgNVBAMM
        CWxvY2FsaG9zdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGE10CmI6DJUraA6
        /RWP5l1PK/UVeGvZs5MQXiFygw38XpOIQlaYJc8HTw4edNe11/hyP9du2wm+V4Ty
        mtPUlq6jTjBMMBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcEfwAAATAPBgNVHRMBAf8E
        BTADAQH/MB0GA1UdDgQWBBRml3p2tB1PYgHMd4TexFqdVy++5TAKBggqhkjOPQQD
        AgNHADBEAiAzVe4zpcKwkabgCAhJ0pOT5CXzNJztr9GfwfY1ssgOJQIgL4CtHYe8
        3M/k6CDBSDytCt6OQ6D1+yuifg1coK/ZVZo=
        -----END CERTIFICATE-----
        """
    private static let keyText = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgeHd7k/gc78o1gDVi
        n5Y7Bak6ag70z8g7ofzt2jpLyeKhRANCAARhNdApiOgyVK2gOv0Vj+ZdTyv1FXhr
        2bOTEF4hcoMN/F6TiEJWmCXPB08OHnTXtdf4cj/XbtsJvleE8prT1Jau
        -----END PRIVATE KEY-----
        """
}
