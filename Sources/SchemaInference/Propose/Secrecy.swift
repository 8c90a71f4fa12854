/// What must not leave a recording: credentials, cookies, tokens.
enum Secrecy {
    private static let words = [
        "password", "passwd", "passphrase", "secret", "token", "authorization", "credential",
        "cookie", "session", "apikey", "api_key", "api-key", "accesskey", "access_key", "signature",
        "private_key", "privatekey", "jwt", "csrf", "xsrf", "otp", "pin_code", "cvv", "cvc", "ssn",
        "iban", "card_number", "cardnumber", "nonce", "bearer",
    ]

    /// Whether what a key, a parameter or a header field has may be a secret.
    static func isSecret(key: String) -> Bool {
        let key = key.lowercased()
        return words.contains(where: key.contains)
    }

    /// Whether a text looks like a key or a token: long, and digits and letters mixed, or of three parts with points.
    static func isSecret(value: String) -> Bool {
        let bytes = value.utf8
        let digits = bytes.count { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
        let letters = bytes.count {
            $0 | 0x20 >= UInt8(ascii: "a") && $0 | 0x20 <= UInt8(ascii: "z")
        }
        let words = value.split(whereSeparator: { "-_.: /".contains($0) })
        let isMixed = words.contains { word in
            word.count >= 12 && word.contains(where: \.isNumber) && word.contains(where: \.isLetter)
        }
        return isMixed || bytes.count > 40 || digits >= 8
            || letters >= 1 && digits * 2 > letters && bytes.count >= 12
    }

    /// Whether a parameter, or a header field, has the key with which a client says who it is.
    static func isCredential(parameter name: String) -> Bool {
        let name = name.lowercased()
        return [
            "api-key", "api_key", "apikey", "x-api-key", "x-auth-token", "access_token",
            "auth_token",
            "x-access-token", "private-token", "x-auth-key", "key",
        ].contains(name)
    }
}
