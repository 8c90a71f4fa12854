import Hummingbird
import NIOCore
import NotesServer
import RepositoryRuntime

/// Runs a service on a loopback port for the duration of a test.
enum RunningService {
    /// Starts a service without notes, and stops it after the work.
    ///
    /// - Parameter work: Uses the service with a session.
    /// - Throws: The error of the work.
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
                // The service ends when the group is cancelled; if it cannot start, stop waiting
                // for its port.
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
    /// Returns the result of some work.
    fileprivate static func of(_ work: () async throws -> Success) async -> Self {
        do { return .success(try await work()) } catch { return .failure(error) }
    }
}
