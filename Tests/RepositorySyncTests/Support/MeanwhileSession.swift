import HTTPTypes
import RepositoryRuntime
import Testing

/// A session that does something before it says what came of a request.
struct MeanwhileSession: Networking {
    let session: NetworkingSession
    let meanwhile: @Sendable (NetworkingRequest) async throws -> Void

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        let answer: Result<NetworkingResponse, NetworkingError>
        do throws(NetworkingError) {
            answer = .success(try await session.send(request))
        } catch {
            answer = .failure(error)
        }
        do {
            try await meanwhile(request)
        } catch {
            Issue.record(error)
        }
        return try answer.get()
    }
}
