extension Unicode.Scalar {
    /// Whether a declared name can contain this scalar.
    func isNamePart(first: Bool) -> Bool {
        // Their properties need no lookup.
        switch self {
        case "a"..."z", "A"..."Z", "_": return true
        case "0"..."9": return !first
        case _ where isASCII: return false
        default: break
        }
        // Some letters, such as the fillers of Hangul, are invisible.
        return !properties.isDefaultIgnorableCodePoint
            && (properties.isAlphabetic
                || (!first && properties.generalCategory == .decimalNumber))
    }

    /// Whether it is white space.
    var isSpace: Bool {
        // Its property needs a lookup.
        isASCII ? self == " " || ("\t"..."\r").contains(self) : properties.isWhitespace
    }
}
