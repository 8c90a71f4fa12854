import Foundation
import RepositoryAsyncHTTPClient
import RepositoryRuntime
import Testing

/// Many concurrent streams with middleware, some of which are abandoned or cancelled.
@Suite struct StreamConcurrencyTests {
    @Test("streams end once, however they end", arguments: Transport.allCases)
    func ends(transport: Transport) async throws {
        let head = streamed("application/octet-stream")
        try await withRawServer(.flood(head, count: 2 << 20)) { _, url in
            let logged = Box(0)
            let networking = NetworkingSession(url: url).over(transport).with(
                .cache(),
                .sharing(),
                .retry(),
                .logging { _ in logged.withLock { $0 += 1 } }
            )
            let counts = await withTaskGroup(of: Int?.self) { group in
                for number in 0..<24 {
                    group.addTask {
                        let task = Task { () -> Int? in
                            var request = NetworkingRequest(method: .get, path: "/stream")
                            request.streamsResponse = true
                            request.progress = { _ in logged.withLock { $0 += 0 } }
                            var count = 0
                            do throws(NetworkingError) {
                                var chunks = try await networking.send(request).chunks
                                    .makeAsyncIterator()
                                while let chunk = try await chunks.next() {
                                    count += chunk.count
                                    if number % 3 == 1 { return nil }
                                }
                                return count
                            } catch {
                                return error.code == .cancelled ? nil : -1
                            }
                        }
                        if number % 3 == 2 {
                            await Task.yield()
                            task.cancel()
                        }
                        return await task.value
                    }
                }
                var counts: [Int?] = []
                for await count in group { counts.append(count) }
                return counts
            }
            let whole = counts.compactMap(\.self)
            #expect(whole.count >= 8)
            #expect(whole.allSatisfy { $0 == 2 << 20 })
        }
    }
}
