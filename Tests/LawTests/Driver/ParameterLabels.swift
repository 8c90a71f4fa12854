/// Reads the labels of the parameters of a generated initializer:
/// `id: String, text: String = "a, b: c"`.
enum ParameterLabels {
    /// Returns the labels without backticks, in their order.
    static func labels(in parameters: String) -> [String] {
        var labels: [String] = []
        var label = ""
        var isLabel = true
        var depth = 0
        var rest = parameters[...]
        while let character = rest.first {
            if character == "\"" || character == "#" {
                rest = afterLiteral(rest)
                continue
            }
            rest.removeFirst()
            switch character {
            case "(", "[", "{", "<": depth += 1
            case ")", "]", "}", ">": depth -= 1
            case "," where depth == 0: isLabel = true
            case ":" where isLabel:
                labels.append(label.trimmingPrefix(while: \.isWhitespace).description)
                label = ""
                isLabel = false
            default:
                if isLabel, character != "`" { label.append(character) }
            }
        }
        return labels
    }

    /// Returns the text after a string literal that has any number of `#` around its quotes.
    private static func afterLiteral(_ text: Substring) -> Substring {
        let marks = text.prefix { $0 == "#" }
        var rest = text.dropFirst(marks.count + 1)
        let end = "\"" + marks
        while !rest.isEmpty, !rest.hasPrefix(end) {
            rest = rest.dropFirst(marks.isEmpty && rest.first == "\\" ? 2 : 1)
        }
        return rest.dropFirst(end.count)
    }
}
