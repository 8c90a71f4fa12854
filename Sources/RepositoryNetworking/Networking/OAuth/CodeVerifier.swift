import Foundation

/// The secret of one authorization, which shows that who exchanges the code is who asked for it
/// (PKCE, RFC 7636).
package struct CodeVerifier: Sendable {
    /// The text: 43 characters of `A-Z a-z 0-9 - _`.
    package let text: String

    /// Makes one of 32 random bytes.
    package init() {
        text = Self.random(bytes: 32)
    }

    /// Takes a text.
    package init(text: String) {
        self.text = text
    }

    /// What the server is shown before, by the method `S256`.
    package var challenge: String {
        Self.base64URL(SHA256.hash(Array(text.utf8)))
    }

    /// Random bytes from the system's generator, which is fit for secrets, as text for addresses.
    static func random(bytes count: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        return base64URL(
            (0..<count).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
        )
    }

    /// Base 64 with the alphabet for addresses, without padding (RFC 4648, section 5).
    private static func base64URL(_ bytes: [UInt8]) -> String {
        Data(bytes).base64EncodedString()
            .replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
    }
}
