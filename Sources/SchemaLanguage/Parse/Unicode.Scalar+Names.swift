extension Unicode.Scalar {
    /// Whether a declared name can have this scalar.
    func isNamePart(first: Bool) -> Bool {
        // Their properties need no table.
        switch self {
        case "a"..."z", "A"..."Z", "_": return true
        case "0"..."9": return !first
        case _ where isASCII: return false
        default: break
        }
        // Some letters, such as the fillers of Hangul, are not seen.
        return !properties.isDefaultIgnorableCodePoint
            && (properties.isAlphabetic
                || (!first && properties.generalCategory == .decimalNumber))
    }

    /// Whether it is white space.
    var isSpace: Bool {
        // Its property needs a table.
        isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
    }
}
