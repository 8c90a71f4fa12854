import Foundation
import NIOCore
import NIOHTTP1

/// Writes the response to one request while it comes, at the pace of the client.
struct ResponseSink: Sendable {
    private let channel: any Channel
    private let request: HTTPRequestHead

    init(_ channel: any Channel, to request: HTTPRequestHead) {
        self.channel = channel
        self.request = request
    }

    /// Writes status and header fields; a body whose length they do not tell is sent in chunks.
    func begin(_ response: MockResponse) async throws {
        try await write(.head(HTTPResponseHead(response, to: request)))
    }

    /// Writes a part of the body, and waits until it has left.
    func send(_ bytes: Data) async throws {
        guard !bytes.isEmpty else { return }
        try await write(.body(.byteBuffer(channel.allocator.buffer(bytes: bytes))))
    }

    /// Ends the response.
    func end() async throws {
        try await write(.end(nil))
        // Before HTTP/1.1 there are no chunks: the end of the connection is that of the body.
        if !request.isKeepAlive || request.version == .http1_0 { await cut() }
    }

    /// Writes a whole response.
    func respond(_ response: MockResponse) async throws {
        var response = response
        response.set("Content-Length", "\(response.body.count)")
        try await begin(response)
        if request.method != .HEAD { try await send(response.body) }
        try await end()
    }

    /// Ends the connection, so that nobody takes the response for a whole one.
    func cut() async { try? await channel.close() }

    private func write(_ part: HTTPServerResponsePart) async throws {
        try await channel.writeAndFlush(part).get()
    }
}
