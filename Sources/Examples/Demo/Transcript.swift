import Foundation

/// What the demo says, and what of it does not hold.
///
/// Each step is a line that begins with ✓ or, where it does not hold, with ✗.
final class Transcript {
    private static let nameWidth = 12
    private static let subjectWidth = 36

    private let write: (String) -> Void

    /// The steps that do not hold.
    private(set) var failures: [String] = []
    /// How many steps were checked.
    private(set) var count = 0

    /// Creates a transcript.
    ///
    /// - Parameter write: Where lines go; the standard output by default, past all buffers: a process
    ///   that is killed has said all that it did, and before what comes after it.
    init(
        write: @escaping (String) -> Void = { line in
            FileHandle.standardOutput.write(Data((line + "\n").utf8))
        }
    ) {
        self.write = write
    }

    /// Says the title of a part.
    func title(_ text: String) {
        write("")
        write(text)
        write(String(repeating: "-", count: text.count))
    }

    /// Says a sentence.
    func say(_ text: String) {
        write(text)
    }

    /// Says more of the step before.
    func detail(_ text: String) {
        write(String(repeating: " ", count: 5 + Self.nameWidth) + text)
    }

    /// Says a step, in columns.
    ///
    /// - Parameters:
    ///   - name: What was done.
    ///   - subject: With what.
    ///   - outcome: What came of it, as it was found.
    ///   - holds: Whether that is what the demo promises.
    func step(_ name: String, _ subject: String, _ outcome: String, holds: Bool) {
        let columns = [
            name.padded(to: Self.nameWidth), subject.padded(to: Self.subjectWidth), outcome,
        ]
        let text = columns.joined(separator: " ")
        write("  \(holds ? "✓" : "✗") \(text)")
        count += 1
        if !holds { fail(text) }
    }

    /// Notes that something does not hold.
    func fail(_ text: String) {
        failures.append(text.split(separator: " ").joined(separator: " "))
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
