/// What comes of asking for a token.
enum TokenOutcome: Sendable {
    case token(String?)
    case failure(any Error)
    case timedOut
    case cancelled
}

/// The renewals of a token: one at a time, for all who wait.
final class TokenRenewals: Sendable {
    /// Whose source is being asked by the task.
    @TaskLocal private static var source: ObjectIdentifier?

    private let tokens: any TokenSource
    private let timeout: Duration
    private let running = Locked<Task<TokenOutcome, Never>?>(nil)

    init(_ tokens: any TokenSource, timeout: Duration) {
        self.tokens = tokens
        self.timeout = timeout
    }

    /// Whether the task is the source at work: if it waited for a token, it would wait for itself.
    var isAsking: Bool {
        Self.source == ObjectIdentifier(self)
    }

    /// The token for a request that begins now: the new one where a renewal is running.
    func token() async -> TokenOutcome {
        if let renewal = running.withLock({ $0 }) {
            return await Self.outcome(of: renewal)
        }
        let tokens = tokens
        return await outcome { try await tokens.token() }
    }

    /// The token in place of one that the server refused.
    func renewedToken(replacing refused: String) async -> TokenOutcome {
        while true {
            let (renewal, isOwn) = renewal(replacing: refused)
            let outcome = await Self.outcome(of: renewal)
            // Another's renewal may have replaced an older token by the one that is refused by now.
            if case .token(refused) = outcome, !isOwn { continue }
            return outcome
        }
    }

    /// The renewal that is running, or a new one.
    private func renewal(replacing refused: String) -> (Task<TokenOutcome, Never>, isOwn: Bool) {
        running.withLock { running in
            if let running { return (running, false) }
            // A task of its own: it ends neither with the one who asks nor with the others.
            let renewal = Task {
                let outcome = await renew(refused)
                // Before its outcome is known: who comes later finds the token renewed.
                self.running.withLock { $0 = nil }
                return outcome
            }
            running = renewal
            return (renewal, true)
        }
    }

    private func renew(_ refused: String) async -> TokenOutcome {
        let tokens = tokens
        return await outcome {
            let token = try await tokens.token()
            // Otherwise it is replaced already, or nobody is logged in any longer.
            guard token == refused else { return token }
            return try await tokens.renewedToken(replacing: refused)
        }
    }

    /// Asks the source, and waits no longer than the timeout.
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

    /// Waits for a renewal, and no longer than until the own task is cancelled.
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
