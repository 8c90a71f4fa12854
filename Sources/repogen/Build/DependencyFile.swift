/// What was read for what was written, in the syntax of make.
///
/// ```make
/// Generated/Entities/Message.swift Generated/Values/Place.swift: \
///  repogen.yaml \
///  Schemas/messages.yaml
///
/// repogen.yaml:
///
/// Schemas/messages.yaml:
/// ```
///
/// The rules without prerequisites let a schema be removed: make then takes it for changed, not for
/// missing.
enum DependencyFile {
    /// The text of the file.
    ///
    /// - Throws: where a path has a line break, which make cannot say.
    static func text(outputs: [String], inputs: [String]) throws(ToolError) -> String {
        guard !outputs.isEmpty else { return "" }
        for path in outputs + inputs where path.contains(where: \.isNewline) {
            throw .arguments("a dependency file cannot name \(path.debugDescription)")
        }
        let targets = outputs.map { escaped($0, isTarget: true) }.joined(separator: " \\\n")
        let prerequisites = inputs.map { " \\\n " + escaped($0, isTarget: false) }.joined()
        let empty = inputs.map { "\n\(escaped($0, isTarget: true)):\n" }.joined()
        return "\(targets):\(prerequisites)\n\(empty)"
    }

    /// Whether a file is one of these, or empty.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return bytes.isEmpty || first.suffix(2).elementsEqual(" \\".utf8)
    }

    /// A path as make reads it; `%` is special and escaped before the colon alone, `|` after it alone.
    ///
    /// For `;` and `=` make has no escape.
    static func escaped(_ path: String, isTarget: Bool) -> String {
        var result = ""
        var backslashes = 0
        for character in path.unicodeScalars {
            switch character {
            case "$": result += "$$"
            case " ", "\t", "#", ":", isTarget ? "%" : "|":
                // A backslash before one that escapes would escape that instead.
                result += String(repeating: "\\", count: backslashes + 1)
                result.unicodeScalars.append(character)
            default: result.unicodeScalars.append(character)
            }
            backslashes = character == "\\" ? backslashes + 1 : 0
        }
        return result
    }
}
