/// How the name of a property becomes its key on the wire.
package enum KeyStrategy: String, Hashable, Sendable, CaseIterable {
    case exact
    case snakeCase = "snake_case"
    case kebabCase = "kebab-case"
    case pascalCase = "PascalCase"

    /// What other systems call them, each with what to do instead.
    static let foreign = [
        "camelCase": "write exact: the names of properties are in camelCase as they are"
    ]

    /// The key of a property that has none of its own.
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

    /// Splits before an upper-case letter that follows a lower-case one or a digit, and before the
    /// last upper-case letter of a run when a lower-case one follows it.
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
    /// Whether it is in upper case; of ASCII, as nearly all are, without a look into the tables of Unicode.
    package var isCapital: Bool {
        asciiValue.map { (0x41...0x5A).contains($0) } ?? isUppercase
    }

    /// Whether it is in lower case.
    package var isSmall: Bool {
        asciiValue.map { (0x61...0x7A).contains($0) } ?? isLowercase
    }
}
