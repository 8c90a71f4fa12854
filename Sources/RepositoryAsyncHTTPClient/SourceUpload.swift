import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import RepositoryNetworking

/// A request whose body is read from disk or produced while it is sent, and its response.
///
/// A server may respond before the whole body is sent, for example with 413 or a redirect. A
/// delegate of async-http-client is told the end of such a response only after the end of the body,
/// which the server no longer reads: the request would never end. A caller that awaits the response
/// is told at once.
struct SourceUpload: Sendable {
    let client: HTTPClient
    let hop: Hop
    let source: BodySource
    let exchange: Exchange

    /// Sends the request and forwards its response to the exchange.
    ///
    /// - Returns: A function that cancels it.
    func start() -> Exchange.Cancellation {
        let task = Task {
            let body = SourceChunks(source, for: exchange)
            do {
                try await receive(HTTPClientRequest(hop, body, length: source.length), body)
            } catch {
                exchange.finish(after: error, expectsBody: hop.method != .head)
            }
            // The client may keep a body forever if its rest is never read.
            body.close()
        }
        return { task.cancel() }
    }

    private func receive(_ request: HTTPClientRequest, _ body: SourceChunks) async throws {
        // The exchange measures time itself.
        let response = try await client.execute(request, timeout: .hours(24 * 365))
        let hasBody = hop.method != .head
        let length = response.headers.first(name: "Content-Length").flatMap { Int64($0) }
        let head = HTTPResponse(response.status, response.headers)
        exchange.receive(head, announcing: hasBody ? length : nil)
        for try await buffer in response.body {
            let hasRoom = buffer.withUnsafeReadableBytes { exchange.receive(Data($0)) }
            // No more is read from the connection until the reader has caught up.
            if !hasRoom {
                await withCheckedContinuation { continuation in
                    exchange.whenRoom { continuation.resume() }
                }
            }
        }
        // A server that accepts a request reads the rest of its body; another one does not.
        if 200...299 ~= head.status.code { await body.waitForEnd() }
        try Task.checkCancellation()
        exchange.finish(.success(Exchange.Answer(head: head, body: exchange.progress.body)))
    }
}

/// A part of the body that could not be read or produced while the request was sent.
struct UnreadableBody: Error {
    let cause: any Error
}
