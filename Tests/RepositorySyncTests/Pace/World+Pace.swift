import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample

extension World {
    /// Lets time pass, second by second, while the synchronizer runs by itself.
    ///
    /// Each second passes only when the loop that looks for what is due waits for the clock again.
    func pass(_ seconds: Int) async {
        for _ in 0..<seconds {
            await settled()
            clock.advance(by: .seconds(1))
        }
        await settled()
    }

    /// Waits until the synchronizer waits for the clock.
    func settled() async {
        await until { clock.sleepers > 0 }
    }

    /// The times at which requests of a method come while the synchronizer runs by itself.
    func times(of method: String, within seconds: Int) async -> [Int] {
        var (times, known) = ([Int](), 0)
        for second in 1...seconds {
            await pass(1)
            let count = await server.requests.count { $0.method == method }
            times += Array(repeating: second, count: count - known)
            known = count
        }
        return times
    }
}

/// What the server was asked, by method.
extension ExampleServer {
    func count(of method: String) -> Int {
        requests.count { $0.method == method }
    }
}

/// Waits until something is so.
///
/// It sleeps between two looks: tasks that yield and do nothing else keep the threads from those that
/// carry requests.
func until(_ condition: () async -> Bool) async {
    while await !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}
