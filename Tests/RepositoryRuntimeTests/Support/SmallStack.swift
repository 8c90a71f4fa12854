import Foundation

/// Runs a body on a thread with a small stack, and returns its result.
///
/// A stack overflow there crashes the process. Releasing a deeply nested value would, too, so the
/// value is created and released on the caller's thread.
///
/// - Parameters:
///   - value: The value for the body.
///   - size: The size of the stack in bytes.
///   - body: Uses the value.
/// - Returns: The return value of the body.
func withSmallStack<Value, Result: Sendable>(
    _ value: Value,
    size: Int = 512 << 10,
    _ body: @escaping @Sendable (Value) -> Result
) async -> Result {
    let held = Held(value)
    let result = await withCheckedContinuation { continuation in
        let thread = Thread {
            let result = held.use(body)
            continuation.resume(returning: result)
        }
        thread.stackSize = size
        thread.start()
    }
    held.end()
    return result
}

/// A value that another thread uses while this one waits.
// Unchecked, and safe: only one thread uses the value at a time, and the last one is that which made
// it.
private final class Held<Value>: @unchecked Sendable {
    private var value: Value?

    init(_ value: Value) {
        self.value = value
    }

    func use<Result>(_ body: (Value) -> Result) -> Result {
        guard let value else { preconditionFailure("the value has ended") }
        return body(value)
    }

    func end() {
        value = nil
    }
}
