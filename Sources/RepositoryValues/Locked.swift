package import Foundation

/// A value that several threads may access, one at a time.
///
/// `Mutex` of the standard library requires newer systems than the package supports.
///
/// Its functions are inlinable, so that other modules get specialized code.
// Unchecked, and safe: `value` is only accessed in `withLock`, while the lock is held; results are
// Sendable, as `Value` and `Result` are.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    @inlinable package init(_ value: Value) {
        self.value = value
    }

    /// Calls a short, synchronous function with exclusive access to the value.
    @inlinable
    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
