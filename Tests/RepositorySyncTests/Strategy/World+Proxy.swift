import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample
import Testing

extension World {
    /// Returns the messages on both sides; nothing is sent automatically, so tests see pending
    /// writes.
    func messages(_ rule: Strategy.Rule) -> RepositoryProxy<Message> {
        RepositoryProxy(
            remote: remote,
            storage: storage,
            strategy: Strategy(rule),
            clock: clock
        )
    }

    /// Returns the texts on the server.
    func remoteTexts() async throws -> [String] {
        try await remote.find(.all).map(\.text)
    }

    /// Injects a fault into all requests of some methods, until changed.
    func disturb(_ fault: Fault?, _ methods: Set<String> = ["POST", "PUT", "PATCH", "DELETE"]) async
    {
        guard let fault else { return await server.setFaults(nil) }
        await server.setFaults { methods.contains($0.method) ? fault : nil }
    }

    /// Waits until nothing is pending.
    func isSynchronized() async {
        for await summary in synchronizer.summaries() where summary.isSynchronized { return }
    }
}

/// Returns the error of an operation that must fail.
func repositoryError(
    sourceLocation: SourceLocation = #_sourceLocation,
    _ body: () async throws -> Void
) async throws -> RepositoryError {
    do {
        try await body()
    } catch let error as RepositoryError {
        return error
    }
    throw NothingThrown(sourceLocation)
}

/// An operation that should have failed succeeded.
struct NothingThrown: Error {
    let location: SourceLocation

    init(_ location: SourceLocation) {
        self.location = location
        Issue.record("nothing was thrown", sourceLocation: location)
    }
}

/// A write of each kind, to a message that both sides have.
enum ProxyWrite: String, CaseIterable, CustomTestStringConvertible, Sendable {
    case create, update, patch, change, delete, storeOrUpdate

    var testDescription: String { rawValue }

    /// Executes the write; the server rejects an empty text.
    @discardableResult
    func perform(
        _ id: String,
        text: String = "new",
        by messages: RepositoryProxy<Message>
    ) async throws(RepositoryError) -> RepositoryResult<Message?> {
        let old = Message(id: id, text: "hi", likes: 1)
        let new = Message(id: id, text: text, likes: 1)
        let results = messages.results
        switch self {
        case .create: return try await results.create(new.draft).map { $0 }
        case .update: return try await results.update(new).map { $0 }
        case .patch:
            return try await results.patch(id: id, with: .init(text: .set(text))).map { $0 }
        case .change: return try await results.patch(new, from: old).map { $0 }
        case .delete: return try await results.delete(id: id).map { nil }
        case .storeOrUpdate: return try await results.storeOrUpdate(new).map { $0 }
        }
    }

    /// The texts on one side afterwards.
    var texts: [String] {
        switch self {
        case .create: ["hi", "new"]
        case .delete: []
        default: ["new"]
        }
    }

    /// The pending operation in the outbox.
    var intent: OutboxEntry.Operation {
        switch self {
        case .create: .create
        case .update, .storeOrUpdate: .update
        case .patch, .change: .patch
        case .delete: .delete
        }
    }
}
