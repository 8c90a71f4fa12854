import Foundation
import RepositoryRuntime
import Testing

@Suite("SHA-256")
struct SHA256Tests {
    private func digits(_ bytes: [UInt8]) -> String {
        SHA256.hash(bytes).map { byte in
            let text = String(byte, radix: 16)
            return byte < 16 ? "0" + text : text
        }.joined()
    }

    @Test(
        "has the hashes published by NIST",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
            (
                "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
                    + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu",
                "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1"
            ),
        ]
    )
    func vectors(text: String, hash: String) {
        #expect(digits(Array(text.utf8)) == hash)
    }

    @Test("has the hash of a million letters")
    func million() {
        let bytes = Array(repeating: UInt8(ascii: "a"), count: 1_000_000)
        #expect(
            digits(bytes) == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"
        )
    }

    @Test("pads messages of each length around the end of a block, with distinct hashes")
    func lengths() {
        let hashes = (0...130).map { digits(Array(repeating: 0, count: $0)) }
        #expect(Set(hashes).count == 131)
        // 55 is the longest message in one block, 64 is a whole block.
        #expect(hashes[55] == "02779466cdec163811d078815c633f21901413081449002f24aa3e80f0b88ef7")
        #expect(hashes[64] == "f5a5fd42d16a20302798ef6ed309979b43003d2320d9f0e8ea9831a92759fb4b")
    }

    @Test("computes the challenge of RFC 7636, appendix B")
    func challenge() {
        let verifier = CodeVerifier(text: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
        #expect(verifier.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test("verifiers have 43 URL-safe characters, and are never the same")
    func verifiers() {
        let texts = (0..<1_000).map { _ in CodeVerifier().text }
        #expect(Set(texts).count == 1_000)
        for text in texts {
            #expect(text.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
        }
    }
}
