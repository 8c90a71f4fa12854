import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// The size of a report is limited.
@Suite struct SyncReportTests {
    @Test("a report keeps the first problems, and counts all")
    func problems() async throws {
        try await World.run { world in
            // Each fails in its own way, so the server does not count as failing.
            await world.server.setFaults { request in
                request.method == "POST" ? .answer(.json("[]", status: 201)) : nil
            }
            let count = SyncReport.maximumProblems + 10
            for number in 0..<count {
                try await world.create(Message(id: "t\(number)", text: "\(number)"))
            }
            let report = await world.synchronizer.push()
            #expect(report.problems.count == SyncReport.maximumProblems)
            #expect(report.problemCount == count)
            #expect(!report.isComplete)
        }
    }
}
