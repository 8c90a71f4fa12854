import Foundation
package import RepositoryRuntime
import RepositoryTesting

/// The service, the network and all other clients, in a simulation of one seed.
package final class SimulatedWorld: Sendable {
    struct State {
        var service: SimulatedService
        var plan: SimulationPlan
        /// Requests that the service will process later, and whose responses are lost.
        var late: [SimulatedService.Request] = []
        /// The number of the running process.
        var process = 0
        var isCalm = false
        /// The marks of messages that another client has changed or deleted.
        var touched: Set<String> = []
        /// The marks of messages for which the service has reported a change that it did not apply.
        var ignored: Set<String> = []
        /// The marks of messages with a change that arrives late.
        var delayed: Set<String> = []
        /// The labels that another client has last given to messages, by the marks of the messages.
        var labels: [String: JSON] = [:]
        /// The ends of pauses in which a process must not send writes, by collection.
        var pauses: [String: (process: Int, end: Date)] = [:]
        /// The time at which the requests in flight of a process are cut off.
        var cut: (process: Int, date: Date)?
        var violations: [String] = []
        var figures = SimulationFigures()
        var story: [String]?
    }

    /// The fate of a request.
    private enum Fate {
        case answered(SimulatedService.Response, retryAfter: Int? = nil)
        case failed(NetworkingError.Code)
    }

    /// The clock of the simulation.
    let clock = ManualClock()
    let variant: SyncVariant
    let state: Locked<State>

    /// Creates a world without events.
    ///
    /// - Parameters:
    ///   - variant: The capabilities of the service.
    ///   - seed: Determines the rest of its behavior.
    ///   - plan: The plan of the faults.
    ///   - tellsStory: Whether to record the events as lines of text.
    package init(
        _ variant: SyncVariant,
        seed: UInt64,
        _ plan: SimulationPlan,
        tellsStory: Bool
    ) {
        self.variant = variant
        var state = State(service: SimulatedService(variant, seed: seed), plan: plan)
        if tellsStory { state.story = [] }
        self.state = Locked(state)
    }

    /// The service.
    package var service: SimulatedService { state.withLock { $0.service } }
    /// The marks of messages that another client has changed or deleted.
    package var touched: Set<String> { state.withLock { $0.touched } }
    /// The marks of messages for which the service has reported a change that it did not apply.
    package var ignored: Set<String> { state.withLock { $0.ignored } }
    /// The marks of messages with a change that arrived late.
    package var delayed: Set<String> { state.withLock { $0.delayed } }
    /// The labels that another client has last given to messages, by the marks of the messages.
    package var labels: [String: JSON] { state.withLock { $0.labels } }
    /// The violations by clients during the run.
    package var violations: [String] { state.withLock { $0.violations } }
    /// The numbers of events.
    package var figures: SimulationFigures { state.withLock { $0.figures } }
    /// The events, as lines of text.
    package var story: [String] { state.withLock { $0.story ?? [] } }
    /// The number of occasions for a fault or another random event.
    package var occasions: Int { state.withLock { $0.plan.count } }

    // MARK: - Processes

    /// Starts a process; the previous one has ended.
    ///
    /// - Returns: The number of the process.
    package func start() -> Int {
        state.withLock { state in
            state.process += 1
            state.story?.append("process \(state.process) starts")
            return state.process
        }
    }

    /// Counts an event.
    func count(_ figure: any WritableKeyPath<SimulationFigures, Int> & Sendable) {
        state.withLock { $0.figures[keyPath: figure] += 1 }
    }

    /// Records a violation by a client.
    func note(violation: String) { state.withLock { $0.violations.append(violation) } }

    /// Whether a process is running.
    package func isRunning(_ process: Int) -> Bool { state.withLock { $0.process == process } }

    /// Crashes a process between two steps, at random.
    package func step(_ process: Int) {
        state.withLock { state in
            guard state.process == process, !state.isCalm, var random = state.plan.next(),
                random.next() % 60 == 0
            else { return }
            Self.crash(&state)
        }
    }

    /// Whether something happens, with the given odds; never after all faults have ended.
    package func happens(oneIn odds: UInt64) -> Bool {
        state.withLock { state in
            guard !state.isCalm, var random = state.plan.next() else { return false }
            return random.next() % odds == 0
        }
    }

    /// Sets the clock to another time, or advances it by days, after which the service has forgotten all keys.
    package func jump() {
        state.withLock { state in
            guard !state.isCalm, var random = state.plan.next(), random.next() % 10 == 0 else {
                return
            }
            var seconds = [-7_200, 400, 200_000].randomElement(using: &random) ?? 0
            // Two devices may send the same creation only while the service knows its key.
            if state.figures.moves > 0 { seconds = min(seconds, 400) }
            if seconds > 86_400 {
                state.service.forgetKeys()
                // A creation that arrives so late would create another entity.
                state.late.removeAll { $0.method == "POST" }
            }
            state.figures.jumps += 1
            state.pauses = [:]
            state.story?.append("the clock goes on by \(seconds) s")
            clock.advance(by: .seconds(seconds))
        }
    }

    /// Records an event as a line of text.
    package func tell(_ line: @autoclosure () -> String) {
        state.withLock { state in
            if state.story != nil { state.story?.append(line()) }
        }
    }

    /// Ends all faults, and lets late requests arrive.
    package func calm() {
        state.withLock { state in
            state.isCalm = true
            for request in state.late { Self.act(request, &state, "late: ") }
            state.late = []
        }
    }

    private static func crash(_ state: inout State) {
        state.story?.append("process \(state.process) ends")
        state.figures.crashes += 1
        state.process += 1
    }

    // MARK: - Requests

    /// Sends a request of a process.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - process: The process.
    /// - Returns: The response.
    /// - Throws: `NetworkingError` if there is none.
    func send(
        _ request: NetworkingRequest,
        from process: Int
    ) throws(NetworkingError) -> NetworkingResponse {
        let sent = SimulatedService.Request(request)
        // A response is newer than everything received before its request.
        clock.advance(by: .milliseconds(1))
        let fate = state.withLock { state -> Fate in
            guard state.process == process else { return .failed(.offline) }
            state.figures.requests += 1
            if !state.isCalm { beforehand(&state) }
            checkPause(of: sent, &state)
            return decide(on: sent, &state)
        }
        switch fate {
        case .answered(let response, let seconds):
            if let seconds { note(pause: seconds, of: sent, process) }
            return response.networkingResponse(retryAfter: seconds)
        case .failed(let code): throw NetworkingError(code, during: request)
        }
    }

    /// Checks that no write of a collection arrives before the end of a pause that the service has requested.
    private func checkPause(of request: SimulatedService.Request, _ state: inout State) {
        guard request.method != "GET", let name = request.path.first,
            let pause = state.pauses[name], pause.process == state.process, clock.now < pause.end
        else { return }
        state.violations.append("a write did not wait as the service had asked: \(request)")
    }

    private func note(pause seconds: Int, of request: SimulatedService.Request, _ process: Int) {
        guard request.method != "GET", let name = request.path.first else { return }
        let end = clock.now.addingTimeInterval(Double(seconds))
        state.withLock { $0.pauses[name] = (process, end) }
    }

    /// Whether another process considers this one dead while it waits for a response, and takes over.
    func takesOver() -> Bool {
        guard happens(oneIn: 100) else { return false }
        state.withLock { $0.figures.takeovers += 1 }
        return true
    }

    /// Resumes a paused process, which does not know of the pauses that the service has requested from others.
    func goOn() {
        tell("the process goes on")
        state.withLock { $0.pauses = [:] }
    }

    /// Performs the late requests and the writes of others that arrive before a request.
    private func beforehand(_ state: inout State) {
        if !state.late.isEmpty, var random = state.plan.next(), random.next() % 3 == 0 {
            Self.act(state.late.removeFirst(), &state, "late: ")
        }
        if var random = state.plan.next(), random.next() % 12 == 0 {
            writeElsewhere(&random, &state)
        }
    }

    private func decide(on request: SimulatedService.Request, _ state: inout State) -> Fate {
        guard !state.isCalm, var random = state.plan.next() else {
            return .answered(Self.act(request, &state))
        }
        if let cut = state.cut, cut.process == state.process, random.next() % 10 == 0 {
            cutOff(request, isHeard: random.next() % 2 == 0, &state, at: cut.date)
            return .failed(.cancelled)
        }
        let seconds = Int(random.next() % 3)
        let status = [500, 502, 504].randomElement(using: &random) ?? 500
        let fate: (name: String, acts: Bool, Fate)? =
            switch random.next() % 40 {
            case 0: ("lost before it arrives", false, .failed(.connectionLost))
            case 1, 2: ("answer lost", true, .failed(.connectionLost))
            case 3: ("answer truncated", true, .failed(.truncated))
            case 4: ("no connection", false, .failed(.cannotConnect))
            case 5: ("503", false, .answered(.init(status: 503)))
            case 6: ("503 for a time", false, .answered(.init(status: 503), retryAfter: seconds))
            case 7: ("429", false, .answered(.init(status: 429), retryAfter: seconds))
            case 8: ("\(status) before", false, .answered(.init(status: status)))
            case 9, 10: ("\(status) after", true, .answered(.init(status: status)))
            default: nil
            }
        if let (name, acts, fate) = fate {
            state.figures.faults += 1
            if acts {
                Self.act(request, &state, "\(name): ")
            } else {
                Self.tell(name, request, &state)
            }
            return fate
        }
        switch random.next() % 40 {
        case 0:
            Self.tell("before it is sent", request, &state)
            Self.crash(&state)
            return .failed(.connectionLost)
        case 1:
            Self.act(request, &state, "nobody hears: ")
            Self.crash(&state)
            return .failed(.connectionLost)
        case 2 where mayBeRepeated(request):
            state.figures.faults += 1
            Self.act(request, &state)
            return .answered(Self.act(request, &state, "again: "))
        case 3 where mayBeRepeated(request):
            state.figures.faults += 1
            Self.tell("late", request, &state)
            state.late.append(request)
            if let mark = Self.message(of: request, &state)?.mark { state.delayed.insert(mark) }
            if request.path.count == 3 { state.delayed.insert(request.path[1]) }
            return .failed(.timedOut)
        case 4 where ["PUT", "PATCH"].contains(request.method) && !request.isNew:
            return .answered(Self.ignore(request, &state) ?? Self.act(request, &state))
        default: return .answered(Self.act(request, &state))
        }
    }

    /// Responds to a change of a message with its unchanged state; returns nil if there is no such message.
    private static func ignore(
        _ request: SimulatedService.Request,
        _ state: inout State
    ) -> SimulatedService.Response? {
        guard let (mark, response) = message(of: request, &state) else { return nil }
        state.figures.faults += 1
        state.ignored.insert(mark)
        state.story?.append("  ignored: \(request) → \(response)")
        return response
    }

    /// Returns the mark of the message that a request refers to, with its state on the service; nil if there is none.
    private static func message(
        of request: SimulatedService.Request,
        _ state: inout State
    ) -> (mark: String, response: SimulatedService.Response)? {
        let reading = SimulatedService.Request(method: "GET", path: request.path)
        let response = state.service.answer(reading)
        guard let text = response.body?["text"]?.string else { return nil }
        return (String(text.prefix { $0 != ":" }), response)
    }

    /// Whether an intermediary may repeat a request, possibly later, so that the client must tolerate it.
    ///
    /// A repeated creation without a key creates another entity, whoever repeats it. A repeated change without an
    /// entity tag cannot be distinguished from one that is meant for the state at that time.
    private func mayBeRepeated(_ request: SimulatedService.Request) -> Bool {
        switch request.method {
        case "POST": variant.creation == .key && request.path.last != "collection"
        case _ where request.path.count == 3: true
        case "PUT", "PATCH": variant.hasTags && request.ifMatch != nil
        case "DELETE": true
        default: false
        }
    }

    @discardableResult
    static func act(
        _ request: SimulatedService.Request,
        _ state: inout State,
        _ remark: String = ""
    ) -> SimulatedService.Response {
        let response = state.service.answer(request)
        state.story?.append("  \(remark)\(request) → \(response)")
        return response
    }

    static func tell(
        _ what: String,
        _ request: SimulatedService.Request,
        _ state: inout State
    ) {
        state.story?.append("  \(what): \(request)")
    }
}
