import Diagnostics

/// Any text as one visible line: invisible characters are spelled out.
enum VisibleLine {
    /// The text, with line breaks, control characters and invisible marks made visible.
    static func make(_ text: String) -> String { VisibleText.make(text) }
}
