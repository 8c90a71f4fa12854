import Testing

@testable import RepositoryLocal
@testable import RepositoryNetworking

/// The meaning of a missing response to a write.
@Suite struct VerdictTests {
    /// The kind of a verdict.
    enum Kind: Equatable {
        case later(Verdict.Pause)
        case ambiguous(Verdict.Pause)
        case refused
        case other

        init(_ verdict: Verdict) {
            switch verdict {
            case .later(_, let pause): self = .later(pause)
            case .ambiguous(_, let pause): self = .ambiguous(pause)
            case .refused: self = .refused
            case .acknowledged, .conflict, .gone: self = .other
            }
        }
    }

    private static let post = NetworkingRequest(method: .post, path: "messages")

    /// All codes of network errors, with their meaning for a POST.
    static let failures: [(NetworkingError.Code, Kind)] = [
        // Nothing was sent.
        (.cannotConnect, .later(.everything)),
        (.cannotFindHost, .later(.everything)),
        (.offline, .later(.everything)),
        (.untrusted, .later(.everything)),
        (.missingCredentials, .later(.collection)),
        (.invalidURL, .later(.collection)),
        (.noBaseURL, .later(.collection)),
        (.noTransport, .later(.collection)),
        (.noExample, .later(.collection)),
        // It will never be sent, or the server will never accept it.
        (.invalidRequest, .refused),
        (.tooManyRedirects, .refused),
        (.unsafeRedirect, .refused),
        // It may have been sent.
        (.timedOut, .ambiguous(.entry)),
        (.connectionLost, .ambiguous(.entry)),
        (.truncated, .ambiguous(.entry)),
        (.invalidResponse, .ambiguous(.entry)),
        (.tooLarge, .ambiguous(.entry)),
        (.unknown, .ambiguous(.entry)),
        (.cancelled, .ambiguous(.everything)),
        // A custom code of a `Networking` does not reveal that.
        (NetworkingError.Code("strange"), .ambiguous(.entry)),
    ]

    @Test("no response", arguments: failures)
    func failure(code: NetworkingError.Code, kind: Kind) {
        let error = RepositoryError(NetworkingError(code, during: Self.post))
        #expect(Kind(Verdict(error)) == kind)
    }

    @Test("no failure reveals the outcome of an earlier attempt", arguments: failures.map(\.0))
    func afterAmbiguousAttempt(code: NetworkingError.Code) {
        var failure = NetworkingError(code, during: Self.post)
        failure.isAmbiguous = true
        guard case .ambiguous = Kind(Verdict(RepositoryError(failure))) else {
            Issue.record("\(code) is taken for an answer")
            return
        }
    }

    @Test(
        "no status code reveals the outcome of an earlier attempt",
        arguments: [401, 403, 429, 503]
    )
    func statusAfterAmbiguousAttempt(status: Int) {
        var response = NetworkingResponse(status: status)
        let first = Verdict(response, to: Self.post)
        response.followsAmbiguousAttempt = true
        let second = Verdict(response, to: Self.post)
        let pause: Verdict.Pause = [401, 429].contains(status) ? .collection : .entry
        #expect(Kind(first) == (status == 403 ? .refused : .later(pause)))
        #expect(Kind(second) == .ambiguous(pause))
    }

    @Test func whatWasCancelledBeforeItWasSentHasNotHappened() {
        let failure = NetworkingError(cancelledBeforeSending: Self.post)
        #expect(Kind(Verdict(RepositoryError(failure))) == .later(.everything))
    }

    @Test func whatJSONCannotSayIsRefused() {
        var request = Self.post
        let error = #expect(throws: RepositoryError.self) { try request.setBody([Double.nan]) }
        #expect(error.map { Kind(Verdict($0)) } == .refused)
    }

    @Test func readingLeavesNothingOpen() {
        let get = NetworkingRequest(method: .get, path: "messages")
        let error = RepositoryError(NetworkingError(.cannotConnect, during: get))
        #expect(Kind(Verdict(reading: error)) == .later(.everything))
    }
}
