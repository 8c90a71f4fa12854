/// The functions of a ``MockRepository``, each created when it is first used.
public final class MockFunctions: Sendable {
    private let functions = Locked<[String: any Sendable]>([:])

    /// Creates functions without recorded calls or configured results.
    public init() {}

    /// The function with a name, which always has the same types.
    subscript<Arguments, Result>(_ name: String) -> MockFunction<Arguments, Result> {
        functions.withLock { functions in
            if let function = functions[name] as? MockFunction<Arguments, Result> {
                return function
            }
            let function = MockFunction<Arguments, Result>(name)
            functions[name] = function
            return function
        }
    }
}
