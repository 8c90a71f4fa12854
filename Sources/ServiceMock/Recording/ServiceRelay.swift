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
        var body = Data()
        do {
            try await sink.begin(written)
            ending.status = response.status
            for try await chunk in response.chunks {
                let part = chunk.prefix(limits.body - body.count)
                if request.method != "HEAD" { try await sink.send(part) }
                body.append(part)
                guard part.count == chunk.count else {
                    let limit = limits.body
                    ending.notes.append("cut: the body has more than \(limit) bytes; not kept")
                    await sink.cut()
                    return
                }
            }
            // Before the end, so that who has the response finds the file.
            ending.notes += await recorder.record(
                RecordedResponse(request: request, status: response.status, body: body)
            )
            try await sink.end()
        } catch let error as NetworkingError where error.code != .cancelled {
            ending.notes.append("cut: \(error.message) (\(error.code)); not kept")
            await sink.cut()
        } catch {
            ending.notes.append("the client has left")
        }
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
