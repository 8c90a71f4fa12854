import Diagnostics

extension StringProtocol {
    /// The text in quotes for messages, truncated if it is unusually long.
    package var quoted: String { VisibleText.quote(String(self), limit: 120) }
}
