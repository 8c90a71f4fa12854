import Diagnostics

extension StringProtocol {
    /// The text in quotes as a message has it: whole, unless it is longer than any name or path should be.
    package var quoted: String { VisibleText.quote(String(self), limit: 120) }
}
