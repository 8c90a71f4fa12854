import Dispatch
import Foundation

/// Tells when somebody ends the program with Ctrl-C, or asks it to end; the second time it ends at once.
struct InterruptSignal {
    private let sources: [any DispatchSourceSignal]

    /// Begins to listen.
    ///
    /// - Parameter take: Is called at the first signal of each kind.
    init(_ take: @escaping @Sendable () -> Void) {
        let queue = DispatchQueue(label: "repogen.interrupt")
        sources = [SIGINT, SIGTERM, SIGHUP].map { number in
            signal(number, SIG_IGN)
            let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
            source.setEventHandler {
                take()
                // Whoever asks again does not want to wait.
                signal(number, SIG_DFL)
            }
            source.resume()
            return source
        }
    }

    /// Ends listening.
    func stop() {
        for source in sources { source.cancel() }
    }
}
