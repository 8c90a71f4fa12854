import SchemaImport

/// Distinguishes words chosen by developers from generated values.
enum VocabularyWord {
    /// Words with mixed letters and digits that are not generated.
    private static let mixed: Set<String> = [
        "2d", "2fa", "3d", "3ds", "a11y", "auth0", "av1", "b2b", "b2c", "base64", "c2c", "d3",
        "e2e", "ec2", "ed25519", "es256", "h264", "h265", "hs256", "http2", "http3", "i18n",
        "ipv4", "ipv6", "k8s", "l10n", "log4j", "m3u8", "md5", "mp3", "mp4", "neo4j", "oauth1",
        "oauth2", "office365", "openid2", "p12", "p2p", "pkcs8", "rs256", "s3", "sha1", "sha256",
        "sha512", "utf16", "utf8", "vp8", "vp9", "web2", "web3", "x509",
    ]

    /// Whether a text consists of words and separators: `in_progress`, `user.created`,
    /// `sendMessage`.
    static func isPhrase(_ text: some StringProtocol) -> Bool {
        let words = Substring(text).split(
            omittingEmptySubsequences: false,
            whereSeparator: { "-_.:+ ".contains($0) }
        )
        return words.count <= 8 && text.utf8.count <= 40 && words.allSatisfy(isWord)
    }

    /// Whether a text is one word, or several in camel case.
    private static func isWord(_ word: Substring) -> Bool {
        if word.isEmpty || mixed.contains(word.lowercased()) { return !word.isEmpty }
        guard word.allSatisfy(\.isLetter), word.utf8.count <= 40 else { return false }
        let lowered = word.lowercased()
        var consonants = 0
        for letter in lowered {
            consonants = "bcdfghjklmnpqrstvwxz".contains(letter) ? consonants + 1 : 0
            if consonants > 6 { return false }
        }
        if word == lowered || word == word.uppercased() { return word.count <= 24 }
        var capitals = 0
        for letter in word {
            capitals = letter.isUppercase ? capitals + 1 : 0
            if capitals > 5 { return false }
        }
        let parts = NameWords(String(word)).words
        return parts.count < 3 || word.count >= parts.count * 3
    }

    /// Whether words have the same style, as the cases of an enum do.
    static func areAlike(_ words: some Collection<String>) -> Bool {
        let styles = Set(
            words.map { word in
                word == word.lowercased() ? 0 : word == word.uppercased() ? 1 : 2
            }
        )
        return styles.count <= 1
    }

    /// Whether a key is personal or generated: an email address, an identity, a token.
    static func isData(key: String) -> Bool {
        if let at = key.firstIndex(of: "@"), at > key.startIndex, key[at...].contains(".") {
            return true
        }
        var text = key
        let forms = text.withUTF8 { TextForms(of: $0, among: [.anyUUID, .url]) }
        if !forms.isEmpty { return true }
        let pieces = key.split { !$0.isLetter && !$0.isNumber }
        return pieces.contains(where: isToken)
    }

    /// Whether digits and letters are mixed as in no name.
    private static func isToken(_ piece: Substring) -> Bool {
        let digits = piece.count(where: \.isNumber)
        guard digits > 0 else { return piece.count >= 16 && !isWord(piece) }
        if digits == piece.count { return false }
        if piece.count >= 16 {
            let runs = piece.split(whereSeparator: \.isNumber)
            if digits >= 4 || !runs.allSatisfy(isWord) { return true }
        }
        return NameWords(String(piece)).words.contains { word in
            guard !mixed.contains(where: word.lowercased().contains) else { return false }
            let changes = zip(word, word.dropFirst()).count { $0.isNumber != $1.isNumber }
            return word.count >= 8 && changes >= 3 || word.count >= 12 && changes >= 2
        }
    }
}
