import SchemaImport

/// Detects values that must not leave a recording: credentials, cookies, tokens, and other private
/// values.
///
/// Names are compared word by word, so `hotplate` does not match `otp`.
package enum Secrecy {
    // MARK: - Names

    /// Whether the value of a property or a header field may be secret.
    ///
    /// - Parameters:
    ///   - key: The key.
    ///   - isRecorded: Whether the value is from a recording, which is treated more strictly.
    /// - Returns: Whether the value must not be written.
    package static func isSecret(key: String, isRecorded: Bool = false) -> Bool {
        let words = words(of: key)
        if hasCredential(words) || words.contains(where: personalWords.contains) { return true }
        if compounds(of: words).contains(where: personalCompounds.contains) { return true }
        for (index, word) in words.enumerated() where word == "code" || word == "key" {
            let before = index > 0 ? words[index - 1] : ""
            if codeOwners.contains(before) || isRecorded && !plainCodes.contains(before) {
                return true
            }
        }
        return false
    }

    /// Whether a parameter is a credential, which an endpoint does not declare.
    ///
    /// - Parameter key: The key.
    /// - Returns: Whether it is a credential.
    package static func isCredential(key: String) -> Bool { hasCredential(words(of: key)) }

    /// Whether a parameter or a header field contains an API key or another credential.
    ///
    /// - Parameter name: The name, in any case.
    /// - Returns: Whether it does.
    package static func isCredential(parameter name: String) -> Bool {
        let name = name.lowercased()
        return [
            "api-key", "api_key", "apikey", "x-api-key", "x-auth-token", "access_token",
            "auth_token",
            "x-access-token", "private-token", "x-auth-key", "key",
        ].contains(name)
    }

    private static func hasCredential(_ words: [String]) -> Bool {
        words.contains { word in
            credentialWords.contains(word)
                || !openWords.contains(word) && credentialStems.contains(where: word.contains)
        } || compounds(of: words).contains(where: credentialCompounds.contains)
    }

    /// The words of a key, in lower case and singular.
    private static func words(of key: String) -> [String] {
        NameWords(key).words.map { NounForm.singular($0.lowercased()) }
    }

    /// Two or three consecutive words, joined.
    private static func compounds(of words: [String]) -> [String] {
        words.indices.flatMap { start in
            (2...3).filter { start + $0 <= words.count }
                .map { words[start..<start + $0].joined() }
        }
    }

    /// Words for credentials.
    private static let credentialWords: Set<String> = [
        "password", "passwd", "passphrase", "secret", "token", "authorization", "credential",
        "cookie", "session", "apikey", "accesskey", "privatekey", "signature", "jwt", "csrf",
        "xsrf", "bearer", "nonce", "otp", "cvv", "cvc", "ssn", "iban",
    ]

    private static let credentialCompounds: Set<String> = [
        "apikey", "accesskey", "privatekey", "secretkey", "cardnumber", "pincode",
    ]

    /// Stems in joined words: `phpsessid`.
    private static let credentialStems = [
        "password", "passwd", "passphrase", "passcode", "secret", "token", "credential", "cookie",
        "session", "sessid", "apikey", "accesskey", "privatekey", "signature", "csrf", "xsrf",
        "cardnumber", "accountnumber",
    ]

    /// Words with such a stem but another meaning.
    private static let openWords: Set<String> = [
        "secretary", "secretariat", "tokenizer", "tokenization", "obsession",
    ]

    /// Other words for private values.
    private static let personalWords: Set<String> = [
        "pass", "passcode", "passkey", "passport", "pwd", "pword", "pw", "pin", "puk", "tan",
        "auth", "authn", "authenticator", "oauth", "oauth1", "oauth2", "openid", "sso", "saml",
        "assertion", "cred", "sess", "sid", "tok", "jws", "jwe", "totp", "hotp", "otc", "mfa",
        "tfa", "2fa", "cvn", "csc", "pan", "bic", "salt", "sig", "hmac", "seed", "mnemonic",
        "ticket", "grant", "refresh", "sas", "dsn", "fcm", "apns", "captcha", "recaptcha",
        "hcaptcha", "turnstile", "challenge", "verifier", "recovery", "fingerprint", "clearance",
        "hash", "digest", "keystore", "invite", "invitation", "voucher", "coupon", "magic",
        "phrase", "keyphrase", "psk", "wpa", "wep", "wifi", "answer", "unlock", "hint", "reset",
        "nick", "nickname", "alias", "handle", "memo", "guess", "maiden", "birth", "birthday",
        "religion", "ethnicity", "diagnosis", "disease", "blood", "salary",
    ]

    private static let personalCompounds: Set<String> = [
        "signingkey", "encryptionkey", "licensekey", "sharedkey", "accountkey", "storagekey",
        "masterkey", "sshkey", "gpgkey", "accountnumber", "accountno", "routingnumber", "sortcode",
        "taxid", "nationalid", "connectionstring", "connstring", "connectionuri", "connectionurl",
        "databaseurl", "webhookurl", "securityanswer", "securityquestion", "cfbm", "cfclearance",
        "connectsid", "safeword", "twofactor", "multifactor", "dateofbirth", "birthdate",
    ]

    /// Words before `code` or `key` for values that grant access or are worth money.
    private static let codeOwners: Set<String> = [
        "verification", "verify", "security", "login", "signin", "access", "backup", "reset",
        "confirmation", "confirm", "activation", "unlock", "sms", "email", "time",
        "device", "user", "pairing", "referral", "promo", "gift", "discount", "redeem", "api",
        "private", "public", "client", "webhook", "host", "license",
    ]

    /// Words before `code` for public values.
    private static let plainCodes: Set<String> = [
        "country", "currency", "language", "lang", "locale", "status", "error", "reason", "region",
        "state", "type", "exit", "response", "http", "unit", "color", "colour", "airport",
        "airline", "iata", "icao", "market", "category", "department", "warehouse", "result",
        "event", "source", "format",
    ]

    // MARK: - Values

    /// Whether a text looks like a key or a token: long and with mixed digits and letters, or in
    /// three parts separated by dots.
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
}
