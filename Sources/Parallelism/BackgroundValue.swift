import Dispatch

/// A value that is made on another core while the caller does something else.
// Unchecked, and safe: `made` is private, written once before the group is left, and read only after
// the group was waited for.
package final class BackgroundValue<Value: Sendable>: @unchecked Sendable {
    private let isMade = DispatchGroup()
    private var made: Value?

    /// Starts to make a value.
    package init(_ make: @escaping @Sendable () -> Value) {
        DispatchQueue.global(qos: .userInitiated).async(group: isMade) {
            self.made = make()
        }
    }

    /// The value, when it is made.
    package var value: Value {
        isMade.wait()
        guard let made else { preconditionFailure("the group is left with the value made") }
        return made
    }
}
