import Testing

@testable import RepositoryLocal
@testable import RepositoryNetworking

/// Decisions after a write, for every kind of write and every response.
@Suite struct SyncAttemptTests {
    /// A write with its outcome.
    private struct Case {
        let write: SyncAttempt
        let verdict: Verdict
        let next: SyncAttempt.Next
    }

    private static let limit = 3

    /// Every kind of write.
    private static let writes: [SyncAttempt] = [
        OutboxEntry.Operation.create, .update, .patch, .delete,
    ]
    .flatMap { operation in
        [false, true].flatMap { isRepeated in
            [1, limit].flatMap { attempts in
                [false, true].map { hasKnownKey in
                    SyncAttempt(
                        operation: operation,
                        isRepeated: isRepeated,
                        attempts: attempts,
                        hasKnownKey: hasKnownKey,
                        attemptLimit: limit
                    )
                }
            }
        }
    }

    /// Every write with every status code and every failure.
    private static let cases: [Case] = writes.flatMap { write in
        let request = NetworkingRequest(method: .post, path: "messages")
        let answers = (200..<600).map {
            Verdict(NetworkingResponse(status: $0), to: request)
        }
        let failures = VerdictTests.failures.map {
            Verdict(RepositoryError(NetworkingError($0.0, during: request)))
        }
        return (answers + failures).map {
            Case(write: write, verdict: $0, next: write.next(after: $0))
        }
    }

    @Test("a write that may have been carried out is neither rejected nor treated as unsent")
    func unknownIsNotRefused() {
        for found in Self.cases {
            guard case .ambiguous = found.verdict else { continue }
            switch found.next {
            case .wait(_, as: .inFlight, _), .look: continue
            default: Issue.record("\(found.write) after \(found.verdict)")
            }
        }
    }

    @Test("a write that was sent before stays in flight until its outcome is known")
    func repeatedStaysInFlight() {
        for found in Self.cases where found.write.isRepeated {
            if case .wait(_, as: let state, _) = found.next {
                #expect(state == .inFlight, "\(found.write) after \(found.verdict)")
            }
        }
    }

    @Test("a first attempt that is refused is rejected")
    func refusalIsKept() {
        for found in Self.cases where !found.write.isRepeated {
            guard case .refused = found.verdict else { continue }
            guard case .reject = found.next else {
                Issue.record("\(found.write) after \(found.verdict)")
                continue
            }
        }
    }

    @Test("only a creation with enough attempts is searched for before it is rejected")
    func patience() {
        var count = 0
        for found in Self.cases {
            guard case .look = found.next else { continue }
            count += 1
            #expect(found.write.operation == .create && found.write.attempts == Self.limit)
        }
        #expect(count > 0)
    }

    @Test("a creation is compared with an existing entity, a change is merged with it")
    func conflicts() {
        for found in Self.cases {
            let creates = found.write.operation == .create
            switch found.next {
            case .compare: #expect(creates)
            case .reconcile: #expect(!creates)
            case .settle, .wait, .look, .reject: continue
            }
        }
    }

    @Test("a creation under a known key waits if the first request may be in progress")
    func atWork() {
        let request = NetworkingRequest(method: .post, path: "messages")
        let taken = Verdict(NetworkingResponse(status: 409), to: request)
        for write in Self.writes where write.operation == .create && write.attempts < Self.limit {
            switch write.next(after: taken) {
            case .wait(_, as: .inFlight, _): #expect(write.isRepeated && write.hasKnownKey)
            case .compare: #expect(!write.isRepeated || !write.hasKnownKey)
            default: Issue.record("\(write)")
            }
        }
    }
}
