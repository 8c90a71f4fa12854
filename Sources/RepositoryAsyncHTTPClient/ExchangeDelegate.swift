import AsyncHTTPClient
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import RepositoryNetworking

/// Forwards the events of an async-http-client request to its exchange.
final class ExchangeDelegate: HTTPClientResponseDelegate, Sendable {
    typealias Response = Void

    private let exchange: Exchange
    private let hasBody: Bool

    /// Creates a delegate.
    ///
    /// - Parameters:
    ///   - exchange: The exchange.
    ///   - hasBody: Whether the declared length of a response is that of a body.
    init(_ exchange: Exchange, hasBody: Bool) {
        self.exchange = exchange
        self.hasBody = hasBody
    }

    func didSendRequestHead(task: HTTPClient.Task<Void>, _ head: HTTPRequestHead) {
        exchange.sent()
    }

    func didSendRequestPart(task: HTTPClient.Task<Void>, _ part: IOData) {
        exchange.sent(part.readableBytes)
    }

    func didReceiveHead(
        task: HTTPClient.Task<Void>,
        _ head: HTTPResponseHead
    ) -> EventLoopFuture<Void> {
        let length = head.headers.first(name: "Content-Length").flatMap { Int64($0) }
        exchange.receive(
            HTTPResponse(head.status, head.headers),
            announcing: hasBody ? length : nil
        )
        return task.eventLoop.makeSucceededVoidFuture()
    }

    func didReceiveBodyPart(
        task: HTTPClient.Task<Void>,
        _ buffer: ByteBuffer
    ) -> EventLoopFuture<Void> {
        let hasRoom = buffer.withUnsafeReadableBytes { exchange.receive(Data($0)) }
        guard !hasRoom else { return task.eventLoop.makeSucceededVoidFuture() }
        // No more is read from the connection until the reader has caught up.
        let promise = task.eventLoop.makePromise(of: Void.self)
        exchange.whenRoom { promise.succeed() }
        return promise.futureResult
    }

    func didReceiveError(task: HTTPClient.Task<Void>, _ error: any Error) {
        exchange.finish(after: error, expectsBody: hasBody)
    }

    func didFinishRequest(task: HTTPClient.Task<Void>) throws {
        let progress = exchange.progress
        if let head = progress.head {
            exchange.finish(.success(Exchange.Answer(head: head, body: progress.body)))
        } else {
            exchange.finish(.failure(Exchange.Failure(.connectionLost)))
        }
    }
}
