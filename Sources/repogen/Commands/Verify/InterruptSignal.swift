import Dispatch
import Foundation
import Synchronization

/// Tells when somebody ends the program with Ctrl-C, or asks it to end; the second time, it ends.
struct InterruptSignal {
    private let sources: [any DispatchSourceSignal]

    /// Begins to listen.
    ///
    /// - Parameter take: Is called at the first signal, and before the end at the second, whatever their kinds.
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

    /// Ends listening.
    func stop() {
        for source in sources { source.cancel() }
    }

    /// How many signals came.
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
