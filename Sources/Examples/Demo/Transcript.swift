import Foundation

/// The output of the demo, and its failed checks.
///
/// Each step is a line that begins with ✓ or, if its check fails, with ✗.
final class Transcript {
    private static let nameWidth = 12
    private static let subjectWidth = 36

    private let write: (String) -> Void

    /// The failed steps.
    private(set) var failures: [String] = []
    /// The number of steps.
    private(set) var count = 0

    /// Creates a transcript.
    ///
    /// - Parameter write: Writes a line; by default to the standard output without buffering, so
    ///   that the output of a killed process is complete and in order.
    init(
        write: @escaping (String) -> Void = { line in
            FileHandle.standardOutput.write(Data((line + "\n").utf8))
        }
    ) {
        self.write = write
    }

    /// Writes the title of a part.
    func title(_ text: String) {
        write("")
        write(text)
        write(String(repeating: "-", count: text.count))
    }

    /// Writes a sentence.
    func say(_ text: String) {
        write(text)
    }

    /// Writes a detail of the previous step.
    func detail(_ text: String) {
        write(String(repeating: " ", count: 5 + Self.nameWidth) + text)
    }

    /// Writes a step, in columns.
    ///
    /// - Parameters:
    ///   - name: The action.
    ///   - subject: The object of the action.
    ///   - outcome: The actual result.
    ///   - holds: Whether that is the expected result.
    func step(_ name: String, _ subject: String, _ outcome: String, holds: Bool) {
        let columns = [
            name.padded(to: Self.nameWidth), subject.padded(to: Self.subjectWidth), outcome,
        ]
        let text = columns.joined(separator: " ")
        write("  \(holds ? "✓" : "✗") \(text)")
        count += 1
        if !holds { fail(text) }
    }

    /// Records a failed check.
    func fail(_ text: String) {
        failures.append(text.split(separator: " ").joined(separator: " "))
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
