/// A Unicode property in `\p{…}`: a general category, or one of a few binary properties.
enum UnicodeProperty: Hashable, Sendable {
    /// One of several general categories, by short name: `["Lu", "Ll"]`.
    case category(Set<String>)
    case alphabetic, lowercase, uppercase, whiteSpace, emoji, ascii, any

    /// Creates the property with a name; nil if it is not supported.
    init?(_ text: String) {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.last ?? "")
        if parts.count == 2 {
            guard ["General_Category", "gc"].contains(parts[0]),
                let categories = Self.categories(name)
            else { return nil }
            self = .category(categories)
            return
        }
        switch name {
        case "Alphabetic", "Alpha": self = .alphabetic
        case "Lowercase", "Lower": self = .lowercase
        case "Uppercase", "Upper": self = .uppercase
        case "White_Space", "space": self = .whiteSpace
        case "Emoji": self = .emoji
        case "ASCII": self = .ascii
        case "Any": self = .any
        default:
            guard let categories = Self.categories(name) else { return nil }
            self = .category(categories)
        }
    }

    /// Returns whether a character has the property, in the Unicode version of Swift.
    func isTrue(of scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .category(let names): names.contains(scalar.properties.generalCategory.shortName)
        case .alphabetic: scalar.properties.isAlphabetic
        case .lowercase: scalar.properties.isLowercase
        case .uppercase: scalar.properties.isUppercase
        case .whiteSpace: scalar.properties.isWhitespace
        case .emoji: scalar.properties.isEmoji
        case .ascii: scalar.isASCII
        case .any: true
        }
    }

    private static func categories(_ name: String) -> Set<String>? {
        let short = aliases[name] ?? name
        if let group = groups[short] { return group }
        return groups.values.contains { $0.contains(short) } ? [short] : nil
    }

    private static let groups: [String: Set<String>] = [
        "L": ["Lu", "Ll", "Lt", "Lm", "Lo"], "LC": ["Lu", "Ll", "Lt"], "M": ["Mn", "Mc", "Me"],
        "N": ["Nd", "Nl", "No"], "P": ["Pc", "Pd", "Ps", "Pe", "Pi", "Pf", "Po"],
        "S": ["Sm", "Sc", "Sk", "So"], "Z": ["Zs", "Zl", "Zp"],
        "C": ["Cc", "Cf", "Cs", "Co", "Cn"],
    ]

    private static let aliases = [
        "Letter": "L", "Cased_Letter": "LC", "Uppercase_Letter": "Lu", "Lowercase_Letter": "Ll",
        "Titlecase_Letter": "Lt", "Modifier_Letter": "Lm", "Other_Letter": "Lo",
        "Mark": "M", "Combining_Mark": "M", "Nonspacing_Mark": "Mn", "Spacing_Mark": "Mc",
        "Enclosing_Mark": "Me", "Number": "N", "Decimal_Number": "Nd", "digit": "Nd",
        "Letter_Number": "Nl", "Other_Number": "No", "Punctuation": "P", "punct": "P",
        "Connector_Punctuation": "Pc", "Dash_Punctuation": "Pd", "Open_Punctuation": "Ps",
        "Close_Punctuation": "Pe", "Initial_Punctuation": "Pi", "Final_Punctuation": "Pf",
        "Other_Punctuation": "Po", "Symbol": "S", "Math_Symbol": "Sm", "Currency_Symbol": "Sc",
        "Modifier_Symbol": "Sk", "Other_Symbol": "So", "Separator": "Z", "Space_Separator": "Zs",
        "Line_Separator": "Zl", "Paragraph_Separator": "Zp", "Other": "C", "Control": "Cc",
        "cntrl": "Cc", "Format": "Cf", "Surrogate": "Cs", "Private_Use": "Co", "Unassigned": "Cn",
    ]
}

extension Unicode.GeneralCategory {
    /// The short name of the category: `Lu`.
    fileprivate var shortName: String {
        switch self {
        case .uppercaseLetter: "Lu"
        case .lowercaseLetter: "Ll"
        case .titlecaseLetter: "Lt"
        case .modifierLetter: "Lm"
        case .otherLetter: "Lo"
        case .nonspacingMark: "Mn"
        case .spacingMark: "Mc"
        case .enclosingMark: "Me"
        case .decimalNumber: "Nd"
        case .letterNumber: "Nl"
        case .otherNumber: "No"
        case .connectorPunctuation: "Pc"
        case .dashPunctuation: "Pd"
        case .openPunctuation: "Ps"
        case .closePunctuation: "Pe"
        case .initialPunctuation: "Pi"
        case .finalPunctuation: "Pf"
        case .otherPunctuation: "Po"
        case .mathSymbol: "Sm"
        case .currencySymbol: "Sc"
        case .modifierSymbol: "Sk"
        case .otherSymbol: "So"
        case .spaceSeparator: "Zs"
        case .lineSeparator: "Zl"
        case .paragraphSeparator: "Zp"
        case .control: "Cc"
        case .format: "Cf"
        case .surrogate: "Cs"
        case .privateUse: "Co"
        case .unassigned: "Cn"
        @unknown default: "Cn"
        }
    }
}
