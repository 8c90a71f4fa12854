import Hummingbird
import NIOCore
import NotesServer
import RepositoryRuntime

/// A service on a port of loopback, for as long as a test needs it.
enum RunningService {
    /// Starts a service without notes, and ends it after the work.
    ///
    /// - Parameter work: What is done with the service, by a session that reaches it.
    /// - Throws: What the work throws.
    static func use(_ work: @Sendable (any Networking) async throws -> Void) async throws {
        let (ports, port) = AsyncStream.makeStream(of: Int.self)
        let application = Application(
            router: NotesService().router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 0)),
            onServerRunning: { channel in
                if let number = channel.localAddress?.port { port.yield(number) }
                port.finish()
            }
        )
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                // It ends when the group is cancelled; where it cannot start, nobody waits for its port.
                defer { port.finish() }
                try? await application.run()
            }
            for await number in ports {
                let session = NetworkingSession(url: "http://127.0.0.1:\(number)")
                let result = await Result.of { try await work(session) }
                group.cancelAll()
                return try result.get()
            }
            throw NotRunning()
        }
    }

    private struct NotRunning: Error {}
}

extension Result where Failure == any Error {
    /// What becomes of some work.
    fileprivate static func of(_ work: () async throws -> Success) async -> Self {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}
