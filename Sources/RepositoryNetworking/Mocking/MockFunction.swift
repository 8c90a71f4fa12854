/// A function of a mock that records its calls and returns configured results.
///
///     let mock = MessageRepositoryMock()
///     mock.findByIDStub.returns(message)
///     …
///     #expect(mock.findByIDStub.calls == ["42"])
///
/// A call before a result is configured throws `RepositoryError` with the code `.notTold`.
public final class MockFunction<Arguments: Sendable, Result: Sendable>: Sendable {
    /// A closure that computes the result of a call.
    public typealias Answer = @Sendable (Arguments) async throws(RepositoryError) -> Result

    private struct State: Sendable {
        var calls: [Arguments] = []
        var answers: [Answer] = []
    }

    private let name: String
    private let state = Locked(State())

    /// Creates a function without a configured result.
    ///
    /// - Parameter name: Its name, for the error of a call without a result.
    public init(_ name: String) {
        self.name = name
    }

    /// The arguments of the calls so far, in order.
    public var calls: [Arguments] {
        state.withLock { $0.calls }
    }

    /// The number of calls so far.
    public var callCount: Int {
        state.withLock { $0.calls.count }
    }

    /// Removes the recorded calls and the configured results.
    public func reset() {
        state.withLock { $0 = State() }
    }

    // MARK: - Configuring

    /// Returns a result for each further call.
    ///
    /// - Parameters:
    ///   - result: The result of the next call.
    ///   - later: The results of the calls after it; the last one repeats.
    public func returns(_ result: Result, _ later: Result...) {
        tell(
            ([result] + later).map { result in
                { (_: Arguments) async throws(RepositoryError) -> Result in result }
            }
        )
    }

    /// Throws an error for each further call.
    ///
    /// - Parameter error: The error.
    public func `throws`(_ error: RepositoryError) {
        tell([{ (_: Arguments) async throws(RepositoryError) -> Result in throw error }])
    }

    /// Throws an error of a kind for each further call.
    ///
    /// - Parameter code: The kind.
    public func `throws`(_ code: RepositoryError.Code) {
        self.throws(RepositoryError(code, during: name, message: "The mock is configured to fail."))
    }

    /// Computes the result of each further call with a closure.
    ///
    /// - Parameter answer: The closure.
    public func answers(_ answer: @escaping Answer) {
        tell([answer])
    }

    private func tell(_ answers: [Answer]) {
        state.withLock { $0.answers = answers }
    }

    // MARK: - Calling

    /// Records a call and returns the configured result.
    ///
    /// - Parameter arguments: The arguments.
    /// - Returns: The configured result.
    /// - Throws: The configured error; `.notTold` if nothing is configured.
    public func call(_ arguments: Arguments) async throws(RepositoryError) -> Result {
        let answer = state.withLock { state in
            state.calls.append(arguments)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers.first
        }
        guard let answer else {
            throw RepositoryError(
                .notTold,
                during: name,
                message: "The mock has no configured result: call `returns` on its stub first."
            )
        }
        return try await answer(arguments)
    }
}

extension MockFunction where Arguments == Void {
    /// Records a call without arguments and returns the configured result.
    ///
    /// - Returns: The configured result.
    /// - Throws: The configured error; `.notTold` if nothing is configured.
    public func call() async throws(RepositoryError) -> Result {
        try await call(())
    }
}

extension MockFunction where Result == Void {
    /// Succeeds for each further call.
    public func returns() {
        returns(())
    }
}
