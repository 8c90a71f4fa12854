/// How the name of a property becomes its key in JSON.
package enum KeyStrategy: String, Hashable, Sendable, CaseIterable {
    case exact
    case snakeCase = "snake_case"
    case kebabCase = "kebab-case"
    case pascalCase = "PascalCase"

    /// The names in other systems, each with a hint.
    static let foreign = [
        "camelCase": "write exact: property names are in camelCase already"
    ]

    /// The key of a property that does not set its own.
    ///
    /// The names `sentAt`, `imageURL` and `URLSession2` have the words `sent at`, `image URL` and
    /// `URL Session2`.
    package func key(for name: String) -> String {
        switch self {
        case .exact: name
        case .snakeCase: words(of: name).map { $0.lowercased() }.joined(separator: "_")
        case .kebabCase: words(of: name).map { $0.lowercased() }.joined(separator: "-")
        case .pascalCase: words(of: name).map(capitalized).joined()
        }
    }

    private func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    /// Splits before an uppercase letter that follows a lowercase one or a digit, and before the
    /// last uppercase letter of a run that a lowercase one follows.
    private func words(of name: String) -> [String] {
        let letters = Array(name)
        var words: [String] = []
        var word = ""
        for (index, letter) in letters.enumerated() {
            let previous = index > 0 ? letters[index - 1] : nil
            let next = index + 1 < letters.count ? letters[index + 1] : nil
            let startsWord =
                letter.isCapital && previous != nil
                && (previous?.isCapital == false || next?.isSmall == true)
            if startsWord, !word.isEmpty, previous != "_", previous != "-" {
                words.append(word)
                word = ""
            }
            word.append(letter)
        }
        words.append(word)
        return words
    }
}

extension Character {
    /// Whether it is uppercase; ASCII, which nearly all letters are, needs no lookup in Unicode
    /// tables.
    package var isCapital: Bool {
        asciiValue.map { (0x41...0x5A).contains($0) } ?? isUppercase
    }

    /// Whether it is lowercase.
    package var isSmall: Bool {
        asciiValue.map { (0x61...0x7A).contains($0) } ?? isLowercase
    }
}
