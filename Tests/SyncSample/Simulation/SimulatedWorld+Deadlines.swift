import Foundation
import RepositoryRuntime
import RepositoryTesting

/// Runs that end at a deadline.
extension SimulatedWorld {
    /// Sets the time at which the requests of a process are cut off.
    ///
    /// - Parameters:
    ///   - date: The time; nil for never.
    ///   - process: The process.
    func setCut(at date: Date?, of process: Int) {
        state.withLock { state in state.cut = date.map { (process, $0) } }
    }

    /// Gives a run a deadline, at random.
    func limit(_ client: inout SimulatedClient, of process: Int) {
        let random = state.withLock { state in
            state.isCalm ? nil : state.plan.next()
        }
        guard var random, random.next() % 2 == 0 else { return }
        let end = clock.now.addingTimeInterval(Double(random.next() % 40) / 1_000)
        let cut = end.addingTimeInterval(Double(random.next() % 20) / 1_000)
        tell("to end in \(Int(end.timeIntervalSince(clock.now) * 1_000)) ms")
        client.deadline = end
        setCut(at: cut, of: process)
    }

    /// Cuts off a request in flight because of the deadline of its run, and advances the clock to that time.
    func cutOff(
        _ request: SimulatedService.Request,
        isHeard: Bool,
        _ state: inout State,
        at date: Date
    ) {
        state.figures.cuts += 1
        if isHeard {
            Self.act(request, &state, "cut off: ")
        } else {
            Self.tell("cut off before it arrives", request, &state)
        }
        clock.advance(by: .seconds(max(0, date.timeIntervalSince(clock.now))))
    }
}
