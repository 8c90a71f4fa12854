/// The result of requesting a token.
enum TokenOutcome: Sendable {
    case token(String?)
    case failure(any Error)
    case timedOut
    case cancelled
}

/// The renewals of a token: one at a time, shared by all waiting requests.
final class TokenRenewals: Sendable {
    /// Identifies the source that the current task is calling.
    @TaskLocal private static var source: ObjectIdentifier?

    private let tokens: any TokenSource
    private let timeout: Duration
    /// The running renewal, and the token that it replaces.
    private let running = Locked<(task: Task<TokenOutcome, Never>, refused: String)?>(nil)

    init(_ tokens: any TokenSource, timeout: Duration) {
        self.tokens = tokens
        self.timeout = timeout
    }

    /// Whether the task runs inside the source: waiting for a token would then deadlock.
    var isAsking: Bool {
        Self.source == ObjectIdentifier(self)
    }

    /// Returns the token for a new request: the renewed one if a renewal is running.
    func token() async -> TokenOutcome {
        let tokens = tokens
        // A renewal for the previous user is of no use, and may take long. If the user changes
        // while the request waits, it gets no token: it must not be sent as the new user.
        if let running = running.withLock({ $0 }), await tokens.isOfCurrentUser(running.refused) {
            return await Self.outcome(of: running.task)
        }
        return await outcome { try await tokens.token() }
    }

    /// Returns the token that replaces one rejected by the server.
    func renewedToken(replacing refused: String) async -> TokenOutcome {
        while true {
            let (renewal, isForOther) = renewal(replacing: refused)
            let outcome = await Self.outcome(of: renewal)
            // A renewal begun for an older token may have produced the one that is now rejected, or
            // none, because its user has logged out.
            if isForOther, case .token(let token) = outcome, token == nil || token == refused {
                continue
            }
            return outcome
        }
    }

    /// Returns the running renewal, or starts one.
    private func renewal(
        replacing refused: String
    ) -> (Task<TokenOutcome, Never>, isForOther: Bool) {
        running.withLock { running in
            if let running { return (running.task, running.refused != refused) }
            // An unstructured task: the cancellation of a waiting request must not end it.
            let renewal = Task {
                let outcome = await renew(refused)
                // Cleared before the outcome is known: later requests then find the renewed token.
                self.running.withLock { $0 = nil }
                return outcome
            }
            running = (renewal, refused)
            return (renewal, false)
        }
    }

    private func renew(_ refused: String) async -> TokenOutcome {
        let tokens = tokens
        return await outcome {
            let token = try await tokens.token()
            // If it differs, the token is replaced already, or the user has changed: then requests
            // from before must not be repeated in the name of the new one.
            guard token == refused else {
                return await tokens.isOfCurrentUser(refused) ? token : nil
            }
            return try await tokens.renewedToken(replacing: refused)
        }
    }

    /// Calls the source, and waits no longer than the timeout.
    private func outcome(
        of question: @escaping @Sendable () async throws -> String?
    ) async -> TokenOutcome {
        let race = Race<TokenOutcome>()
        let asking = Self.$source.withValue(ObjectIdentifier(self)) {
            Task {
                do {
                    race.finish(.token(try await question()))
                } catch {
                    race.finish(.failure(error))
                }
            }
        }
        let watch = Task {
            try await Task.sleep(for: timeout)
            race.finish(.timedOut)
        }
        defer {
            asking.cancel()
            watch.cancel()
        }
        return await withTaskCancellationHandler {
            await race.outcome()
        } onCancel: {
            race.finish(.cancelled)
        }
    }

    /// Waits for a renewal until the current task is cancelled.
    private static func outcome(of renewal: Task<TokenOutcome, Never>) async -> TokenOutcome {
        let race = Race<TokenOutcome>()
        let waiting = Task { race.finish(await renewal.value) }
        defer { waiting.cancel() }
        return await withTaskCancellationHandler {
            await race.outcome()
        } onCancel: {
            race.finish(.cancelled)
        }
    }
}
