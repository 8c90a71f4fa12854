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
            while clock.sleepers == 0 { await Task.yield() }
            clock.advance(by: .seconds(1))
        }
        while clock.sleepers == 0 { await Task.yield() }
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
