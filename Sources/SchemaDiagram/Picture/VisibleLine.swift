import Diagnostics

/// Any text as one line that can be shown: what nobody could see is spelled out.
enum VisibleLine {
    /// The text with breaks, control characters and invisible marks made visible.
    static func make(_ text: String) -> String { VisibleText.make(text) }
}
