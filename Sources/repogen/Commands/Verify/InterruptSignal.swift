import Dispatch
import Foundation
import Synchronization

/// Handles Ctrl-C and SIGTERM: the first signal calls a closure, the second one ends the program.
struct InterruptSignal {
    private let sources: [any DispatchSourceSignal]

    /// Starts listening.
    ///
    /// - Parameter take: Called at the first signal, and before the program ends at the second,
    ///   whatever their kinds.
    init(_ take: @escaping @Sendable (_ isFirst: Bool) -> Void) {
        let queue = DispatchQueue(label: "repogen.interrupt")
        let count = Count()
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                let isFirst = count.next() == 1
                take(isFirst)
                if !isFirst { exit(130) }
            }
            source.resume()
            return source
        }
    }

    /// Stops listening.
    func stop() {
        for source in sources { source.cancel() }
    }

    /// The number of signals received.
    private final class Count: Sendable {
        private let value = Mutex(0)

        func next() -> Int {
            value.withLock { value in
                value += 1
                return value
            }
        }
    }
}
