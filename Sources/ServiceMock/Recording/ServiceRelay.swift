import Foundation
import HTTPTypes
import RepositoryNetworking
import RepositoryValues

/// Passes requests on to a service and its responses back, and lets a recorder keep their bodies.
struct ServiceRelay: Sendable {
    /// What becomes of one request.
    struct Ending: Sendable {
        /// The status that the client got; nil where it got none.
        var status: Int?
        /// The collection or the endpoint.
        var name: String?
        /// What a log says of it.
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
        session = NetworkingSession(
            url: address.url,
            configuration: .init(
                timeout: limits.silence,
                totalTimeout: limits.head,
                maximumResponseSize: limits.body,
                // The client decides.
                maximumRedirects: 0
            )
        )
    }

    /// Passes a request on, and the response back.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - sink: Where the response goes.
    /// - Returns: What became of it.
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
            ending.notes.append("the client has left")
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
        // Whoever has the whole response finds its file: so what completes it waits for the recorder.
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
                    ending.notes.append("cut: the body has more than \(limit) bytes; not kept")
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
            ending.notes.append("cut: \(error.message) (\(error.code)); not kept")
            await sink.cut()
            return
        } catch {
            ending.notes.append("the client has left")
            return
        }
        // Some clients leave when they have all bytes.
        try? await sink.end()
    }

    /// How many bytes of body the client waits for; nil where it waits for the end.
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
            ending.notes.append("the client has left")
        }
    }
}
