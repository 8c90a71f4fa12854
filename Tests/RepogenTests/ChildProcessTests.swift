import Foundation
import TestSupport
import Testing

/// The class that starts the tool in tests.
@Suite struct ChildProcessTests {
    private func start(_ script: String) throws -> ChildProcess {
        try ChildProcess(
            ["/bin/sh", "-c", script],
            in: "/",
            environment: ProcessInfo.processInfo.environment
        )
    }

    @Test(
        "exit statuses are reported like in a shell",
        arguments: [("exit 3", 3), ("kill -9 $$", 137), ("kill -XFSZ $$", 153)]
    )
    func end(script: String, status: Int32) async throws {
        let found = try await BackgroundWork.run { try start(script).wait() }
        #expect(found == status)
    }

    @Test("a program that does not terminate is killed, and the test fails")
    func hung() async throws {
        await #expect(throws: ChildProcess.Failure.self) {
            try await BackgroundWork.run { try start("exec sleep 86400").wait(atMost: .zero) }
        }
    }
}
