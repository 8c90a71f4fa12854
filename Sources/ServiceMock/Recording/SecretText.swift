import RepositoryValues
import SchemaInference

/// Texts that are credentials by their form, whatever property has them.
enum SecretText {
    /// What stands for a secret in a text.
    static let replacement = "removed"

    /// The beginnings of keys and tokens that their issuers mark as such.
    private static let beginnings = [
        "sk_live_", "sk_test_", "rk_live_", "whsec_", "ghp_", "gho_", "ghs_",
        "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "AKIA", "AIza", "ya29.",
    ]

    /// A text without what is secret in it.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - credentials: What the client has sent.
    /// - Returns: The text itself where there is nothing; an address keeps all but the secret parameters.
    static func cleaned(_ text: String, without credentials: SentCredentials) -> String {
        let text = withCleanAddresses(text)
        let isSecret = credentials.isIn(text) || isToken(text) || isMarked(text)
        return isSecret ? replacement : text
    }

    /// Whether a text says by its beginning that it is a key, a token or an `Authorization`.
    private static func isMarked(_ text: String) -> Bool {
        if text.hasPrefix("-----BEGIN "), text.contains("PRIVATE KEY-----") { return true }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        if words.count == 2, ["bearer", "basic"].contains(words[0].lowercased()) {
            // No word, which has capitals at its beginning alone.
            let isWord = words[1].dropFirst().allSatisfy { $0.isLetter && !$0.isUppercase }
            return words[1].utf8.count >= 8 && !isWord
        }
        return words.count == 1 && text.utf8.count >= 16
            && beginnings.contains { text.hasPrefix($0) }
    }

    /// Whether a text is a JSON Web Token: three parts of Base64, of which the first is an object.
    private static func isToken(_ text: String) -> Bool {
        guard text.hasPrefix("eyJ") else { return false }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count >= 3
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                    UInt8(ascii: "."), UInt8(ascii: "="):
                    true
                default: false
                }
            }
    }

    /// A text whose addresses have no passwords and no values of secret parameters.
    private static func withCleanAddresses(_ text: String) -> String {
        guard text.contains("://") else { return text }
        let user = /(:\/\/[^\/\s:@]*:)[^\/\s@]+@/
        let parameter = /([?&;#])([^=&;?#\s"'<>]+)=([^&;#\s"'<>]+)/
        return text.replacing(user) { "\($0.1)\(replacement)@" }
            .replacing(parameter) { match in
                let name = PercentEncoding.decode(match.2) ?? String(match.2)
                let isSecret =
                    SentCredentials.isCredential(name)
                    || Secrecy.isSecret(key: name, isRecorded: true)
                return isSecret ? "\(match.1)\(match.2)=\(replacement)" : String(match.0)
            }
    }
}
