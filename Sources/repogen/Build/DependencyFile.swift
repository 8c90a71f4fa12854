/// The dependencies of the generated files on their inputs, in the syntax of make.
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
/// The rules without prerequisites allow a schema to be deleted: make then treats it as changed,
/// not as missing.
enum DependencyFile {
    /// The text of the file.
    ///
    /// - Throws: if a path contains a line break, which make cannot express.
    static func text(outputs: [String], inputs: [String]) throws(ToolError) -> String {
        guard !outputs.isEmpty else { return "" }
        for path in outputs + inputs where path.contains(where: \.isNewline) {
            throw .arguments("a dependency file cannot contain the path \(path.debugDescription)")
        }
        let targets = outputs.map { escaped($0, isTarget: true) }.joined(separator: " \\\n")
        let prerequisites = inputs.map { " \\\n " + escaped($0, isTarget: false) }.joined()
        let empty = inputs.map { "\n\(escaped($0, isTarget: true)):\n" }.joined()
        return "\(targets):\(prerequisites)\n\(empty)"
    }

    /// Whether a file is a dependency file or empty.
    static func isOne(_ bytes: [UInt8]) -> Bool {
        let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
        return bytes.isEmpty || first.suffix(2).elementsEqual(" \\".utf8)
    }

    /// A path in the syntax of make; `%` is special and escaped only before the colon, `|` only
    /// after it.
    ///
    /// make has no escape for `;` and `=`.
    static func escaped(_ path: String, isTarget: Bool) -> String {
        var result = ""
        var backslashes = 0
        for character in path.unicodeScalars {
            switch character {
            case "$": result += "$$"
            case " ", "\t", "#", ":", isTarget ? "%" : "|":
                // A backslash before an escaping one would escape that instead.
                result += String(repeating: "\\", count: backslashes + 1)
                result.unicodeScalars.append(character)
            default: result.unicodeScalars.append(character)
            }
            backslashes = character == "\\" ? backslashes + 1 : 0
        }
        return result
    }
}
