import Foundation
import NIOCore
import NIOHTTP1

/// Writes the response to one request in parts, at the pace of the client.
struct ResponseSink: Sendable {
    private let channel: any Channel
    private let request: HTTPRequestHead

    init(_ channel: any Channel, to request: HTTPRequestHead) {
        self.channel = channel
        self.request = request
    }

    /// Writes the status and the header fields; a body without a known length is chunked.
    func begin(_ response: MockResponse) async throws {
        try await write(.head(HTTPResponseHead(response, to: request)))
    }

    /// Writes a part of the body, and waits until it is sent.
    func send(_ bytes: Data) async throws {
        guard !bytes.isEmpty else { return }
        try await write(.body(.byteBuffer(channel.allocator.buffer(bytes: bytes))))
    }

    /// Ends the response.
    func end() async throws {
        try await write(.end(nil))
        // HTTP/1.0 has no chunks: closing the connection ends the body.
        if !request.isKeepAlive || request.version == .http1_0 { await cut() }
    }

    /// Writes a complete response.
    func respond(_ response: MockResponse) async throws {
        var response = response
        response.set("Content-Length", "\(response.body.count)")
        try await begin(response)
        if request.method != .HEAD { try await send(response.body) }
        // Some clients close the connection once they have all bytes.
        try? await end()
    }

    /// Closes the connection, so that the response does not look complete.
    func cut() async { try? await channel.close() }

    private func write(_ part: HTTPServerResponsePart) async throws {
        try await channel.writeAndFlush(part).get()
    }
}
