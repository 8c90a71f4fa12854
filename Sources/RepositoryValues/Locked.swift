package import Foundation

/// A value that many threads may read and change, one at a time.
///
/// `Mutex` of the standard library would do, but needs newer systems than the package supports.
///
/// Its functions are inlined: other targets would otherwise call them with the type as an argument.
// Unchecked, and safe: `value` is touched only in `withLock`, between lock and unlock; what leaves it is
// Sendable, as `Value` and `Result` are.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    @usableFromInline let lock = NSLock()
    @usableFromInline var value: Value

    @inlinable package init(_ value: Value) {
        self.value = value
    }

    /// Runs a short, synchronous change of the value alone.
    @inlinable
    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
