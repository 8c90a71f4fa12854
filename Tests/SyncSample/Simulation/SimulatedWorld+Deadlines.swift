import Foundation
import RepositoryRuntime
import RepositoryTesting

/// Runs that end at a deadline.
extension SimulatedWorld {
    /// Sets when the requests of a process are cut off.
    ///
    /// - Parameters:
    ///   - date: When that is; nil for never.
    ///   - process: The process.
    func setCut(at date: Date?, of process: Int) {
        state.withLock { state in state.cut = date.map { (process, $0) } }
    }

    /// Gives a run a deadline, or not.
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

    /// Lets the deadline of a run come while a request is on its way.
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
