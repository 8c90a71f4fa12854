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

    @Test("no run is complete until the user has handled a rejected write")
    func rejectedWrites() async throws {
        try await World.run { world in
            await world.disturb(.answer(ScriptedAnswer(422)), ["POST"])
            try await world.create(Message(id: "t1", text: "a"))
            for _ in 0..<2 {
                let report = await world.synchronize()
                #expect(report.rejectedWrites == 1)
                #expect(!report.isComplete)
            }
            let rejected = try #require(try await world.rejected().first)
            try await world.synchronizer.discard(rejected)
            let report = await world.synchronize()
            #expect(report.rejectedWrites == 0 && report.isComplete)
        }
    }
}
