import AsyncHTTPClient
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import RepositoryNetworking

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#elseif canImport(Android)
import Android
#else
import Glibc
#endif

extension Exchange {
    /// Finishes the exchange after an error of async-http-client.
    ///
    /// The client also decompresses a body that does not exist, such as that of a response to HEAD
    /// or with 304, and then reports it as truncated. Such a response is complete.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - expectsBody: Whether a response to the request may have a body.
    func finish(after error: any Error, expectsBody: Bool) {
        let progress = progress
        if let head = progress.head, !expectsBody || head.declaresNoBody,
            error as? NIOHTTPDecompression.ExtraDecompressionError == .truncatedData
        {
            finish(.success(Answer(head: head, body: progress.body)))
        } else {
            finish(.failure(Failure(error, after: progress)))
        }
    }
}

extension HTTPResponse {
    /// Whether the status or the declared length excludes a body.
    fileprivate var declaresNoBody: Bool {
        [204, 304].contains(status.code) || headerFields[.contentLength] == "0"
    }
}

extension Exchange.Failure {
    /// Creates a failure from an error of async-http-client, or of a layer below it.
    ///
    /// It decides whether a write may have arrived: only a failure before a connection exists
    /// counts as never sent. Causes are kept only if they contain no URL.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - progress: The state of the exchange before it.
    init(_ error: any Error, after progress: Exchange.Progress) {
        switch error {
        case let error as UnreadableBody:
            self.init(.unreadableBody, cause: error.cause)
        case is ProducedBody.Spent:
            self.init(.unrepeatableBody)
        case let error as HTTPClientError:
            let code = Self.code(of: error, after: progress)
            self.init(code ?? Self.broken(after: progress), cause: code == nil ? nil : error)
        case let error as NIOConnectionError:
            self.init(error)
        case ChannelError.connectTimeout:
            self.init(.cannotConnect, cause: error)
        case is HTTPParserError where progress.head == nil:
            self.init(Self.isEnd(error) ? .connectionLost : .invalidResponse, cause: error)
        case is NIOSSLError where !progress.hasSent, is NIOSSLExtraError where !progress.hasSent,
            is BoringSSLError where !progress.hasSent:
            self.init(.untrusted)
        case let error as IOError where !progress.hasSent && error.errnoCode == ECONNREFUSED:
            self.init(.cannotConnect, cause: error)
        case is IOError, is ChannelError, is HTTPParserError:
            self.init(Self.broken(after: progress), cause: error)
        default:
            // For example an error of HTTP/2, TLS or decompression.
            self.init(Self.broken(after: progress))
        }
    }

    /// Creates a failure to connect to any address of a host.
    private init(_ error: NIOConnectionError) {
        guard !error.connectionErrors.isEmpty else {
            self.init(.cannotFindHost)
            return
        }
        let causes = error.connectionErrors.map { $0.error as? IOError }
        let isOffline = causes.allSatisfy { cause in
            cause.map { [ENETUNREACH, ENETDOWN].contains($0.errnoCode) } ?? false
        }
        self.init(isOffline ? .offline : .cannotConnect, cause: causes.last ?? nil)
    }

    /// Returns the kind of a broken connection: before or after the head of the response.
    private static func broken(after progress: Exchange.Progress) -> NetworkingError.Code {
        progress.head == nil ? .connectionLost : .truncated
    }

    private static func isEnd(_ error: any Error) -> Bool {
        (error as? HTTPParserError) == .invalidEOFState
    }

    /// Returns the kind of an async-http-client error; nil if it may contain a header field of the
    /// request.
    private static func code(
        of error: HTTPClientError,
        after progress: Exchange.Progress
    ) -> NetworkingError.Code? {
        switch error {
        case .connectTimeout, .getConnectionFromPoolTimeout, .tlsHandshakeTimeout,
            .socksHandshakeTimeout, .httpProxyHandshakeTimeout, .invalidProxyResponse,
            .proxyAuthenticationRequired:
            .cannotConnect
        case .remoteConnectionClosed, .uncleanShutdown: broken(after: progress)
        case .readTimeout, .writeTimeout, .deadlineExceeded: .timedOut
        case .cancelled, .requestStreamCancelled: .cancelled
        case .invalidURL, .emptyHost, .emptyScheme, .missingSocketPath: .invalidURL
        case .traceRequestWithBody, .bodyLengthMismatch, .identityCodingIncorrectlyPresent:
            .invalidRequest
        case .alreadyShutdown: .shutDown
        default: nil
        }
    }
}
