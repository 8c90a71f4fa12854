import Foundation

/// The body of a response, read while it is received; releasing it ends the exchange.
package final class BodyStream: Sendable {
    private let read: @Sendable () async -> Result<Data?, Exchange.Failure>
    private let end: @Sendable () -> Void

    /// Creates the stream of an exchange.
    init(_ exchange: Exchange) {
        read = { await exchange.nextBytes() }
        end = { exchange.fail(.cancelled) }
    }

    deinit {
        end()
    }

    /// Returns the next bytes, nil after the last ones, or the failure.
    func next() async -> Result<Data?, Exchange.Failure> {
        await read()
    }
}
