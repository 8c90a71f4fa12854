import HTTPTypes
import RepositoryRuntime
import Testing

/// A session that runs code before it returns a response.
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
