import RepositoryValues
import SchemaInference

/// Detects texts that look like credentials, regardless of the property.
enum SecretText {
    /// The replacement for a secret in a text.
    static let replacement = "removed"

    /// Prefixes by which issuers mark their keys and tokens.
    private static let beginnings = [
        "sk_live_", "sk_test_", "rk_live_", "whsec_", "ghp_", "gho_", "ghs_",
        "github_pat_", "glpat-", "xoxb-", "xoxp-", "xoxa-", "AKIA", "AIza", "ya29.",
    ]

    /// A text without secrets.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - credentials: The credentials of the client.
    /// - Returns: The text, unchanged if it contains no secrets; an address keeps all but the
    ///   secret parameters.
    static func cleaned(_ text: String, without credentials: SentCredentials) -> String {
        let text = withCleanAddresses(text)
        let isSecret = credentials.isIn(text) || isToken(text) || isMarked(text)
        return isSecret ? replacement : text
    }

    /// Whether the start of a text marks a key, a token or an `Authorization`.
    private static func isMarked(_ text: String) -> Bool {
        if text.hasPrefix("-----BEGIN "), text.contains("PRIVATE KEY-----") { return true }
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        if words.count == 2, ["bearer", "basic"].contains(words[0].lowercased()) {
            // Unlike a word, it has capitals after the first letter.
            let isWord = words[1].dropFirst().allSatisfy { $0.isLetter && !$0.isUppercase }
            return words[1].utf8.count >= 8 && !isWord
        }
        return words.count == 1 && text.utf8.count >= 16
            && beginnings.contains { text.hasPrefix($0) }
    }

    /// Whether a text is a JSON Web Token: three Base64 parts, the first of which is an object.
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

    /// A text with addresses, without passwords and values of secret parameters.
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
