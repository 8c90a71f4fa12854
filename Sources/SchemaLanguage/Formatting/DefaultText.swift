/// The spacing of a default after its type: `Int = 1`.
enum DefaultText {
    /// A text with a blank on each side of its sign.
    ///
    /// A text without a type, a sign or a default is unchanged, and so is one in another language:
    /// `CharField(max_length=10)`.
    static func spaced(_ text: String) -> String {
        guard let sign = text.firstIndex(of: "=") else { return text }
        let type = String(text[..<sign]).withoutTrailingBlanks
        let value = text[text.index(after: sign)...].drop { $0 == " " || $0 == "\t" }
        // After a blank, `#` would start a comment.
        guard !type.isEmpty, type.unicodeScalars.allSatisfy(isOfType), let first = value.first,
            first != "=", first != "#"
        else { return text }
        return "\(type) = \(value)"
    }

    private static func isOfType(_ scalar: Unicode.Scalar) -> Bool {
        scalar.isNamePart(first: false) || ".?[]{}: \t".unicodeScalars.contains(scalar)
    }
}
