import ExampleServer
import Foundation
import RepositoryRuntime
import RepositoryTesting
import SyncSample

extension World {
    /// Advances the clock second by second while the synchronizer runs automatically, each time
    /// after the loop that checks for due writes waits for the clock again.
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

    /// Returns the times of requests of a method while the synchronizer runs automatically.
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

/// The requests to the server, by method.
extension ExampleServer {
    func count(of method: String) -> Int {
        requests.count { $0.method == method }
    }
}

/// Waits until a condition is true, sleeping between checks: tasks that only yield would block the
/// threads needed for requests.
func until(_ condition: () async -> Bool) async {
    while await !condition() { try? await Task.sleep(for: .milliseconds(1)) }
}
