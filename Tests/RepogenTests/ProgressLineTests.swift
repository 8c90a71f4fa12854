import Foundation
import SchemaImport
import Synchronization
import Testing

@testable import repogen

/// The progress shown for a slow command.
@Suite struct ProgressLineTests {
    /// A settable clock, and the output.
    private final class Screen: Sendable {
        private struct State {
            var now = ContinuousClock.now
            var texts: [String] = []
        }

        private let state = Mutex(State())

        var line: ProgressLine {
            ProgressLine(
                now: { self.state.withLock { $0.now } },
                write: { text in self.state.withLock { $0.texts.append(text) } }
            )
        }

        var texts: [String] { state.withLock { $0.texts } }

        func wait(_ duration: Duration) {
            state.withLock { $0.now += duration }
        }
    }

    private static func shown(_ text: String) -> String { "\r\(text)\u{1B}[K" }

    @Test("nothing is shown in the first second, and at most five updates per second afterwards")
    func times() {
        let screen = Screen()
        let line = screen.line
        for number in 0..<30 {
            line.show("step \(number)")
            screen.wait(.milliseconds(100))
        }
        let steps = [11, 14, 17, 20, 23, 26, 29]
        #expect(screen.texts == steps.map { Self.shown("step \($0)") })
    }

    @Test("the line is cleared only if it was shown")
    func clear() {
        let screen = Screen()
        let line = screen.line
        line.clear()
        #expect(screen.texts.isEmpty)
        screen.wait(.seconds(2))
        line.show("step")
        line.clear()
        line.clear()
        #expect(screen.texts == [Self.shown("step"), Self.shown("")])
    }

    @Test("an inference shows the bytes read of the total")
    func reading() {
        let screen = Screen()
        let progress = ReadingProgress(total: 80_000_000, on: screen.line)
        progress.add(10_000_000)
        screen.wait(.seconds(2))
        progress.add(10_000_000)
        #expect(screen.texts == [Self.shown("read 20 of 80 MB, 25 %")])
        #expect(ReadingProgress.text(3_500_000, of: 0) == "read 3 MB")
    }

    @Test("an import shows each of its steps")
    func steps() {
        let steps: [ImportStep] = [.reading("shop.yaml"), .translating(7, of: 90), .checking]
        #expect(
            steps.map(ImportRun.text)
                == ["reading shop.yaml", "translating 7 of 90", "checking the schema"]
        )
    }
}
