/// A function of a mock: records its calls, and answers what it is told.
///
///     let mock = MessageRepositoryMock()
///     mock.findByIDStub.returns(message)
///     …
///     #expect(mock.findByIDStub.calls == ["42"])
///
/// A call before it was told anything throws `RepositoryError` of the kind `.notTold`.
public final class MockFunction<Arguments: Sendable, Result: Sendable>: Sendable {
    /// What a mock does to answer a call.
    public typealias Answer = @Sendable (Arguments) async throws(RepositoryError) -> Result

    private struct State: Sendable {
        var calls: [Arguments] = []
        var answers: [Answer] = []
    }

    private let name: String
    private let state = Locked(State())

    /// Creates a function that was told nothing yet.
    ///
    /// - Parameter name: Its name, for the error that says so.
    public init(_ name: String) {
        self.name = name
    }

    /// The arguments of the calls so far, in order.
    public var calls: [Arguments] {
        state.withLock { $0.calls }
    }

    /// How often it was called.
    public var callCount: Int {
        state.withLock { $0.calls.count }
    }

    /// Forgets the calls and what it was told.
    public func reset() {
        state.withLock { $0 = State() }
    }

    // MARK: - Telling

    /// Answers each further call with a result.
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

    /// Answers each further call with an error.
    ///
    /// - Parameter error: The error.
    public func `throws`(_ error: RepositoryError) {
        tell([{ (_: Arguments) async throws(RepositoryError) -> Result in throw error }])
    }

    /// Answers each further call with an error of a kind.
    ///
    /// - Parameter code: The kind.
    public func `throws`(_ code: RepositoryError.Code) {
        self.throws(RepositoryError(code, during: name, message: "The mock was told to fail."))
    }

    /// Answers each further call with what a closure makes of the arguments.
    ///
    /// - Parameter answer: The closure.
    public func answers(_ answer: @escaping Answer) {
        tell([answer])
    }

    private func tell(_ answers: [Answer]) {
        state.withLock { $0.answers = answers }
    }

    // MARK: - Calling

    /// Records a call and answers it.
    ///
    /// - Parameter arguments: The arguments.
    /// - Returns: What the function was told to return.
    /// - Throws: What it was told to throw; `.notTold` where it was told nothing.
    public func call(_ arguments: Arguments) async throws(RepositoryError) -> Result {
        let answer = state.withLock { state in
            state.calls.append(arguments)
            return state.answers.count > 1 ? state.answers.removeFirst() : state.answers.first
        }
        guard let answer else {
            throw RepositoryError(
                .notTold,
                during: name,
                message: "The mock was not told what to answer: call `returns` on its stub first."
            )
        }
        return try await answer(arguments)
    }
}

extension MockFunction where Arguments == Void {
    /// Records a call without arguments and answers it.
    ///
    /// - Returns: What the function was told to return.
    /// - Throws: What it was told to throw; `.notTold` where it was told nothing.
    public func call() async throws(RepositoryError) -> Result {
        try await call(())
    }
}

extension MockFunction where Result == Void {
    /// Answers each further call without a failure.
    public func returns() {
        returns(())
    }
}
