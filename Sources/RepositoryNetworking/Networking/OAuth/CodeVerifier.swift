import Foundation

/// The secret of one authorization, which proves that the code is exchanged by the client that
/// requested it (PKCE, RFC 7636).
package struct CodeVerifier: Sendable {
    /// The verifier: 43 characters of `A-Z a-z 0-9 - _`.
    package let text: String

    /// Creates a verifier from 32 random bytes.
    package init() {
        text = Self.random(bytes: 32)
    }

    /// Creates a verifier from a string.
    package init(text: String) {
        self.text = text
    }

    /// The code challenge for the method `S256`.
    package var challenge: String {
        Self.base64URL(SHA256.hash(Array(text.utf8)))
    }

    /// Returns random bytes of the system's secure generator, base64url-encoded.
    static func random(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return base64URL(
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        )
    }

    /// Encodes bytes as base64url without padding (RFC 4648, section 5).
    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
