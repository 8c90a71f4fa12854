import Foundation
import RepositoryRuntime

/// A server without any network, which answers at once and says how long it took: what is left of a
/// synchronization's time is the client's.
actor ServerSide: Networking {
    /// The notes of this server, as a synchronizer takes them.
    static func collection(_ server: ServerSide) -> RemoteCollection {
        RemoteCollection(
            Notes(store: server),
            creationCheck: .idempotencyKey(),
            listing: .pages(of: pageSize),
            batchSize: 100
        )
    }

    private struct Notes: CRUDNetworkingRepository, SynchronizableRepository {
        typealias Entity = Note
        let store: any Networking
        let path = "notes"
    }

    private static let pageSize = 1000
    private let rows: Int
    private var created = 0
    private var listed = 0
    /// The seconds that answering took.
    private(set) var seconds = 0.0

    /// Creates a server.
    ///
    /// - Parameter rows: How many notes it lists.
    init(rows: Int) {
        self.rows = rows
    }

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        let start = ContinuousClock.now
        defer { seconds += start.duration(to: .now) / .seconds(1) }
        do {
            let body = request.body.map { try? [JSON](jsonData: $0) } ?? nil
            return NetworkingResponse(
                status: 200,
                body: try body.map { try answer(to: $0) } ?? nextPage()
            )
        } catch {
            throw NetworkingError(.unknown, during: request, cause: error)
        }
    }

    /// Creates all that was sent.
    private func answer(to drafts: [JSON]) throws -> Data {
        let notes = drafts.map { draft -> JSON in
            var members = draft.object ?? [:]
            members["_id"] = .string("created-\(created)")
            created += 1
            return .object(members)
        }
        return try notes.jsonData()
    }

    /// The page behind the last one; a synchronizer asks for them in order.
    private func nextPage() throws -> Data {
        let numbers = listed..<min(rows, listed + Self.pageSize)
        // One that is not full is the last.
        listed = numbers.count < Self.pageSize ? 0 : numbers.upperBound
        return try numbers.map { Note.numbered($0) }.jsonData()
    }
}
