import AsyncHTTPClient
import NIOCore
import NIOHTTP1
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

extension Exchange.Failure {
    /// Reads an error of async-http-client, or of what is below it.
    ///
    /// Whether a write may have arrived depends on it: only what fails before there is a connection
    /// counts as never sent. Causes are kept only where they hold no address.
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - progress: What had happened before.
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
            // Such as an error of HTTP/2, of TLS, or of decompression.
            self.init(Self.broken(after: progress))
        }
    }

    /// Reads why there is no connection to any of the addresses of a host.
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

    /// A connection that breaks: before the head of a response, or behind it.
    private static func broken(after progress: Exchange.Progress) -> NetworkingError.Code {
        progress.head == nil ? .connectionLost : .truncated
    }

    private static func isEnd(_ error: any Error) -> Bool {
        (error as? HTTPParserError) == .invalidEOFState
    }

    /// The kind of an error of async-http-client; nil where it may hold a header of the request.
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
