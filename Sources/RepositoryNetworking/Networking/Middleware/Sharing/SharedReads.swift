import Foundation
import HTTPTypes

/// The reads in flight and the requests waiting for them.
final class SharedReads: Sendable {
    typealias Outcome = Result<NetworkingResponse, NetworkingError>

    private struct Flight: Sendable {
        let read: Read
        let task: Task<Outcome, Never>
        var waiters = 1
    }

    private struct State: Sendable {
        var flights: [UInt64: Flight] = [:]
        /// The reads that others may join.
        var open: [Read: UInt64] = [:]
        var last: UInt64 = 0

        mutating func remove(_ id: UInt64) {
            guard let flight = flights.removeValue(forKey: id) else { return }
            if open[flight.read] == id { open[flight.read] = nil }
        }
    }

    private let state = Locked(State())

    /// Joins an equal read in flight or starts one; nil if the current task was cancelled.
    func outcome(of request: NetworkingRequest, through next: any Networking) async -> Outcome? {
        let (id, task) = join(request, through: next)
        let race = Race<Outcome?>()
        Task { race.finish(await task.value) }
        let outcome = await withTaskCancellationHandler {
            await race.outcome()
        } onCancel: {
            race.finish(nil)
        }
        if outcome == nil {
            leave(id)
        }
        return outcome
    }

    /// The number of waiting requests.
    var waiters: Int {
        state.withLock { $0.flights.values.reduce(0) { $0 + $1.waiters } }
    }

    /// Prevents later requests from joining the reads in flight.
    func close() {
        state.withLock { $0.open = [:] }
    }

    private func join(
        _ request: NetworkingRequest,
        through next: any Networking
    ) -> (UInt64, Task<Outcome, Never>) {
        let read = Read(request)
        return state.withLock { state in
            if let id = state.open[read], let flight = state.flights[id] {
                state.flights[id]?.waiters += 1
                return (id, flight.task)
            }
            state.last += 1
            let id = state.last
            // An unstructured task: the cancellation of the first request must not end it.
            let task = Task { () -> Outcome in
                let outcome: Outcome
                do throws(NetworkingError) {
                    outcome = .success(try await next.send(request))
                } catch {
                    outcome = .failure(error)
                }
                self.state.withLock { $0.remove(id) }
                return outcome
            }
            state.flights[id] = Flight(read: read, task: task)
            state.open[read] = id
            return (id, task)
        }
    }

    /// Stops waiting; the last waiter cancels the exchange.
    private func leave(_ id: UInt64) {
        let abandoned = state.withLock { state -> Task<Outcome, Never>? in
            state.flights[id]?.waiters -= 1
            guard let flight = state.flights[id], flight.waiters == 0 else { return nil }
            state.remove(id)
            return flight.task
        }
        abandoned?.cancel()
    }
}

/// The properties that make two reads equal.
private struct Read: Hashable {
    private let head: HTTPRequest
    private let api: ObjectIdentifier
    private let environment: APIEnvironment?
    private let authenticates: Bool
    private let credential: Credential?
    private let cookies: String?
    private let scope: UUID?
    private let timeout: Duration?

    init(_ request: NetworkingRequest) {
        head = request.head
        api = ObjectIdentifier(request.api)
        environment = request.environment
        authenticates = request.authenticates
        credential = request.credential
        cookies = request.context.cookies
        scope = request.context.scope
        timeout = request.timeout
    }
}
