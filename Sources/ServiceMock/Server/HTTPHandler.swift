import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1

/// Reads the requests of a connection, and writes the responses in order.
final class HTTPHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The maximum size of a body in bytes.
    private static let maximumBody = 64 << 20

    private let react: @Sendable (MockRequest, any EventLoop) -> Reaction
    private var head: HTTPRequestHead?
    private var body = ByteBuffer()
    private var isTooLarge = false
    /// Whether the connection is closing: later requests are not processed.
    private var isEnding = false
    /// Writes a response in parts.
    private var relay: Task<Void, Never>?

    init(_ react: @escaping @Sendable (MockRequest, any EventLoop) -> Reaction) {
        self.react = react
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isEnding else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            self.head = head
            body.clear()
            isTooLarge = false
            let expectation = head.headers.first(name: "Expect")?.lowercased()
            if expectation == "100-continue", head.version != .http1_0 {
                let goOn = HTTPResponseHead(version: head.version, status: .continue)
                context.writeAndFlush(wrapOutboundOut(.head(goOn)), promise: nil)
            }
        case .body(var part):
            if body.readableBytes + part.readableBytes > Self.maximumBody {
                isTooLarge = true
            } else {
                body.writeBuffer(&part)
            }
        case .end:
            guard let head else { return }
            self.head = nil
            answer(head, context)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        isEnding = true
        relay?.cancel()
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    private func answer(_ head: HTTPRequestHead, _ context: ChannelHandlerContext) {
        guard !isTooLarge else {
            return write(MockResponse(413), to: head, context)
        }
        var fields = HTTPFields()
        for (name, value) in head.headers {
            if let name = HTTPField.Name(name) {
                fields.append(HTTPField(name: name, value: value))
            }
        }
        let request = MockRequest(
            method: head.method.rawValue,
            target: head.uri,
            headerFields: fields,
            body: Data(body.readableBytesView)
        )
        switch react(request, context.eventLoop) {
        case .respond(let response, nil): write(response, to: head, context)
        case .respond(let response, let delay?):
            let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
            _ = context.eventLoop.scheduleTask(in: TimeAmount(delay)) {
                let (handler, context) = bound.value
                guard context.channel.isActive else { return }
                handler.write(response, to: head, context)
            }
        case .cut(let response):
            isEnding = true
            if head.method != .HEAD, response.mayHaveBody {
                cut(response, to: head, context)
            } else {
                context.close(promise: nil)
            }
        case .drop:
            isEnding = true
            context.close(promise: nil)
        case .relay(let write):
            let sink = ResponseSink(context.channel, to: head)
            relay = Task { await write(sink) }
        }
    }

    private func write(
        _ response: MockResponse,
        to request: HTTPRequestHead,
        _ context: ChannelHandlerContext
    ) {
        let hasBody = response.mayHaveBody
        var head = HTTPResponseHead(response, to: request)
        if hasBody { head.headers.add(name: "Content-Length", value: "\(response.body.count)") }
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        if hasBody, !response.body.isEmpty, request.method != .HEAD {
            let buffer = context.channel.allocator.buffer(bytes: response.body)
            context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
        }
        let isKept = request.isKeepAlive
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.end(nil))).whenComplete { _ in
            if !isKept { bound.value.close(promise: nil) }
        }
    }

    private func cut(
        _ response: MockResponse,
        to request: HTTPRequestHead,
        _ context: ChannelHandlerContext
    ) {
        var head = HTTPResponseHead(response, to: request)
        let length = max(response.body.count, 2)
        head.headers.add(name: "Content-Length", value: "\(length)")
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        let half = response.body.prefix(length / 2)
        let buffer = context.channel.allocator.buffer(bytes: half)
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.writeAndFlush(wrapOutboundOut(.body(.byteBuffer(buffer)))).whenComplete { _ in
            bound.value.close(promise: nil)
        }
    }
}

extension MockResponse {
    /// Whether HTTP allows a body with the status.
    fileprivate var mayHaveBody: Bool { ![204, 304].contains(status) && status >= 200 }
}

extension HTTPResponseHead {
    /// The head of a response, without the length of its body.
    init(_ response: MockResponse, to request: HTTPRequestHead) {
        var headers = HTTPHeaders()
        for field in response.headerFields {
            headers.add(name: field.name.rawName, value: field.value)
        }
        if !request.isKeepAlive { headers.add(name: "Connection", value: "close") }
        self.init(
            version: request.version,
            status: HTTPResponseStatus(statusCode: response.status),
            headers: headers
        )
    }
}

extension TimeAmount {
    fileprivate init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
