import Foundation

/// A value that many threads may read and change, one at a time.
///
/// `Mutex` of the standard library would do, but needs newer systems than the package supports.
// Unchecked, and safe: `value` is private and touched only in `withLock`, between lock and unlock;
// what leaves it is Sendable, as `Value` and `Result` are.
package final class Locked<Value: Sendable>: @unchecked Sendable {
    private let lock = NSLock()
    private var value: Value

    package init(_ value: Value) {
        self.value = value
    }

    /// Runs a short, synchronous change of the value alone.
    package func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return body(&value)
    }
}
