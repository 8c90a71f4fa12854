import Dispatch

/// A value that is computed on another core while the caller continues.
// Unchecked, and safe: `made` is private, written once before the group is left, and read only
// after waiting for the group.
package final class BackgroundValue<Value: Sendable>: @unchecked Sendable {
    private let isMade = DispatchGroup()
    private var made: Value?

    /// Starts to compute a value.
    package init(_ make: @escaping @Sendable () -> Value) {
        DispatchQueue.global(qos: .userInitiated).async(group: isMade) {
            self.made = make()
        }
    }

    /// The value; waits until it is computed.
    package var value: Value {
        isMade.wait()
        guard let made else { preconditionFailure("the group is left with the value made") }
        return made
    }
}
