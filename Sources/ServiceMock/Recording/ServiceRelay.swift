import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues

#if os(Linux)
import RepositoryAsyncHTTPClient
#endif

/// Forwards requests to a service and its responses to the client, and passes the bodies to a
/// recorder.
struct ServiceRelay: Sendable {
    /// The outcome of a request.
    struct Ending: Sendable {
        /// The status sent to the client; nil if there was none.
        var status: Int?
        /// The collection or the endpoint.
        var name: String?
        /// The notes for a log.
        var notes: [String] = []
    }

    private let head: ForwardedHead
    private let session: NetworkingSession
    private let recorder: BodyRecorder
    private let limits: RecordingLimits

    init(_ address: ServiceAddress, _ recorder: BodyRecorder, limits: RecordingLimits) {
        head = ForwardedHead(address: address)
        self.recorder = recorder
        self.limits = limits
        var session = NetworkingSession(
            url: address.url,
            configuration: .init(
                timeout: limits.silence,
                totalTimeout: limits.head,
                maximumResponseSize: limits.body,
                // The client decides.
                maximumRedirects: 0
            )
        )
        #if os(Linux)
        session = session.using(AsyncHTTPClientTransport.shared)
        #endif
        self.session = session
    }

    /// Forwards a request, and returns the response.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - sink: The destination of the response.
    /// - Returns: The outcome.
    func carry(_ request: MockRequest, to sink: ResponseSink) async -> Ending {
        var ending = Ending(name: await recorder.name(for: request))
        guard let forwarded = head.request(request) else {
            await fail(501, "The method cannot be forwarded.", to: sink, &ending)
            return ending
        }
        let response: NetworkingResponse
        do throws(NetworkingError) {
            response = try await session.send(forwarded)
        } catch  where error.code == .cancelled {
            ending.notes.append("the client closed the connection")
            return ending
        } catch {
            let status = error.code == .timedOut ? 504 : 502
            await fail(status, "\(error.message) (\(error.code))", to: sink, &ending)
            return ending
        }
        await pass(response, request, to: sink, &ending)
        return ending
    }

    private func pass(
        _ response: NetworkingResponse,
        _ request: MockRequest,
        to sink: ResponseSink,
        _ ending: inout Ending
    ) async {
        let (written, notes) = head.response(response.head, to: request)
        ending.notes += notes
        // A client with the complete response must find its file, so the last part waits for the
        // recorder.
        let length = Self.length(of: written, to: request)
        var body = Data()
        var last = Data()
        do {
            if length != 0 { try await sink.begin(written) }
            ending.status = response.status
            for try await chunk in response.chunks {
                let part = chunk.prefix(limits.body - body.count)
                body.append(part)
                guard part.count == chunk.count else {
                    try await sink.send(part)
                    let limit = limits.body
                    ending.notes.append("cut: the body has more than \(limit) bytes; not stored")
                    await sink.cut()
                    return
                }
                if body.count == length { last = part } else { try await sink.send(part) }
            }
            ending.notes += await recorder.record(
                RecordedResponse(request: request, status: response.status, body: body)
            )
            if length == 0 { try await sink.begin(written) } else { try await sink.send(last) }
        } catch let error as NetworkingError where error.code != .cancelled {
            ending.notes.append("cut: \(error.message) (\(error.code)); not stored")
            await sink.cut()
            return
        } catch {
            ending.notes.append("the client closed the connection")
            return
        }
        // Some clients close the connection once they have all bytes.
        try? await sink.end()
    }

    /// The length of the body that the client expects; nil if it waits for the end.
    private static func length(of response: MockResponse, to request: MockRequest) -> Int? {
        let isBare = request.method == "HEAD" || [204, 304].contains(response.status)
        return isBare ? 0 : response.headerFields[.contentLength].flatMap { Int($0) }
    }

    private func fail(
        _ status: Int,
        _ message: String,
        to sink: ResponseSink,
        _ ending: inout Ending
    ) async {
        ending.notes.append(message)
        let problem: JSON = [
            "title": "The recorded service gave no response.",
            "status": .number(.init(status)), "detail": .string(message),
        ]
        let media = "application/problem+json"
        do {
            try await sink.respond(.json(status, problem, as: media))
            ending.status = status
        } catch {
            ending.notes.append("the client closed the connection")
        }
    }
}
