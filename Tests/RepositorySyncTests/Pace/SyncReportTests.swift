import ExampleServer
import Foundation
import RepositoryRuntime
import SyncSample
import Testing

/// A report does not grow with what goes wrong.
@Suite struct SyncReportTests {
    @Test("a report keeps the first problems, and counts all")
    func problems() async throws {
        try await World.run { world in
            // Each fails in a way of its own, and not the server with all.
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
