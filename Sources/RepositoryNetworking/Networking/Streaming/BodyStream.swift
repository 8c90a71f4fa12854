import Foundation

/// The body of a response that is read while it comes; whoever releases it ends the exchange.
package final class BodyStream: Sendable {
    private let read: @Sendable () async -> Result<Data?, Exchange.Failure>
    private let end: @Sendable () -> Void

    /// Reads the body of an exchange.
    init(_ exchange: Exchange) {
        read = { await exchange.nextBytes() }
        end = { exchange.fail(.cancelled) }
    }

    deinit {
        end()
    }

    /// The next bytes, nil behind the last ones, or why the rest does not come.
    func next() async -> Result<Data?, Exchange.Failure> {
        await read()
    }
}
