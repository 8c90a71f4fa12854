import Foundation

/// Runs a body on a thread with a small stack, and returns what it returns.
///
/// What overflows the stack there ends the process. So would the end of a value that is nested deep:
/// therefore the value is made, and ends, on the thread of the caller.
///
/// - Parameters:
///   - value: What the body gets.
///   - size: The number of bytes of the stack.
///   - body: Uses the value.
/// - Returns: What the body returns.
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
