import SchemaImport
import TestSupport
import Testing

@testable import SchemaInference

/// The parts of a recording that may be written.
@Suite struct SecrecyTests {
    /// Names of secrets whose values look like any word.
    private static let names = """
        pass pin pwd salt mfa_code security_code login_code x_auth auth_code code ticket assertion __cf_bm \
        PHPSESSID JSESSIONID connect_sid sess sid recovery_phrase seed mnemonic account_number pan dsn \
        connection_string oauth sas sig fcm refresh grant passcode verification_code otp apiToken \
        clientSecret privateKey webhook_url license_key one_time_code userPassword \
        unlock_word wifi security_answer nickname
        """.split(separator: " ").map(String.init)

    @Test("a name that hints at a secret is recognized, however its words are joined")
    func secretNames() {
        for name in Self.names {
            #expect(Secrecy.isSecret(key: name, isRecorded: true), "\(name)")
            #expect(Secrecy.isSecret(key: "in_" + name, isRecorded: true), "in_\(name)")
        }
        let open = [
            "status", "country_code", "hotplate", "footprint", "secretary", "shipping", "spinner",
            "compass", "author", "signal", "tandem", "passenger", "level", "encoding", "opinion",
        ]
        for name in open { #expect(!Secrecy.isSecret(key: name, isRecorded: true), "\(name)") }
        // In a file, which the user has chosen, a code may be an enum.
        #expect(!Secrecy.isSecret(key: "code"))
        #expect(Secrecy.isSecret(key: "verification_code"))
    }

    @Test("only vocabulary words are written as values under such names")
    func properties() throws {
        let entries = try (0..<24).map { number in
            func object(_ prefix: String, _ others: String) -> String {
                let members = Self.names.map { name in
                    #""\#(prefix)\#(name)": "\#(number.isMultiple(of: 2) ? "tiger" : "lion")""#
                }
                return "{\(members.joined(separator: ", ")), \(others)}"
            }
            let word = ["hunter2", "letmein", "qwerty1"][number % 3]
            return try SampleRecording.entry(
                "POST",
                "https://a.example.com/signups",
                sent: object(
                    "in_",
                    #"""
                    "email": "a@b.example", "pass": "\#(word)", "pin": "\#(1000 + number % 3)",
                    "favourite": "\#(number.isMultiple(of: 2) ? "panda" : "koala")",
                    "role": "\#(number.isMultiple(of: 2) ? "admin" : "guest")"
                    """#
                ),
                received: object(
                    "",
                    #"""
                    "level": "\#(number.isMultiple(of: 2) ? "low" : "high")",
                    "team": "\#(number.isMultiple(of: 2) ? "rovers" : "albion")",
                    "batch": "\#(number.isMultiple(of: 2) ? "ABC123" : "XYZ789")",
                    "answer": "\#(number.isMultiple(of: 2) ? "qWxZrtPLmKJd" : "zzTopQRSTUVw")"
                    """#
                )
            )
        }
        let text = try SampleRecording.text(entries)
        for value in [
            "tiger", "lion", "hunter2", "letmein", "qwerty1", "1001", "ABC123", "XYZ789", "panda",
            "koala", "qWxZ", "zzTop", "rovers", "albion",
        ] {
            #expect(!text.lowercased().contains(value.lowercased()), "\(value)")
        }
        #expect(
            text.contains("Level: { cases: { high, low } }") || text.contains("high"),
            "\(text)"
        )
        #expect(text.contains("admin"))
    }

    @Test("a constant value names no type, and a tag is a word")
    func constants() throws {
        func event(_ number: Int) -> String {
            let tag = ["tkA9x", "tkB7y"][number % 2]
            let member = ["seen", "read"][number % 2]
            return #"""
                {"event": {"type": "\#(tag)", "\#(member)": 1}, "a": {"kind": "Hunter", "x": 1},
                "b": {"kind": "Hunter", "x": 1}}
                """#
        }
        let entries = try (0..<20).map { number in
            try SampleRecording.get("/events/\(number)", event(number))
        }
        let text = try SampleRecording.text(entries)
        for value in ["tkA9x", "tkB7y", "Hunter"] {
            #expect(!text.lowercased().contains(value.lowercased()), "\(text)")
        }
        let words = try SampleRecording.text(
            entries.map {
                $0.replacing("tkA9x", with: "message.seen").replacing("tkB7y", with: "message.read")
            }
        )
        #expect(words.contains("discriminator: type"), "\(words)")
        #expect(words.contains("message.seen"))
    }

    @Test(
        "a path component with mixed digits and letters, or an email address, is a parameter",
        arguments: [
            ("/download;jsessionid=hunter2", "/download"), ("/;v=1/s;sid=hunter2/x", "/s/x"),
            (
                "/hooks/T024BE7LD/B01ABCDEF12/abcdefghij1234567890ABCD",
                "/hooks/{hookID}/{valueID}/{id}"
            ), ("/verify/hunter2pass", "/verify/{id}"), ("/dl/hunter2", "/dl/{id}"),
            ("/email/bob@example.com", "/email/{id}"), ("/email/bob%40example.com", "/email/{id}"),
            ("/reset/SECRET-abc-123", "/reset/{id}"), ("/j/xKQzPWvLtBNmRs", "/j/{id}"),
            ("/k/AKIAIOSFODNN7EXAMPLE/x", "/k/{kID}/x"), ("/files/report7.pdf", "/files/{id}"),
            ("/q?hunter2", "/q"), ("/q?AKIAIOSFODNN7EXAMPLE=1", "/q"),
            // Names stay names.
            ("/oauth2/token", "/oauth2/token"), ("/v1/users:batchGet", "/users:batchGet"),
            ("/api/v1beta1/sendMessage", "/v1beta1/sendMessage"),
            ("/-/health.json", "/-/health.json"),
            ("/1.1/statuses/home_timeline.json", "/1.1/statuses/home_timeline.json"),
        ]
    )
    func paths(path: String, template: String) throws {
        let text = try SampleRecording.text([
            SampleRecording.get(path, #"{"ok": true}"#)
        ])
        #expect(text.contains("    get: \(template)\n"), "\(text)")
        #expect(!text.contains("hunter2"))
        #expect(!text.contains("AKIA"))
    }

    @Test(
        "keys that are data form a map; in a recording, even if their values differ",
        arguments: [
            (#"{"ada@x.com": {"n": 1}, "bob@x.com": {"n": 2}}"#, "{ String: _ }"),
            (#"{"sess_abc123hunter2": true}"#, "{ String: Bool }"),
            (#"{"ghp_16C7e42F292c6912E7710c838347Ae178B4a": {"scope": "x"}}"#, "{ String: _ }"),
            (#"{"6d3c1f0e-8a52-4b7c-9e15-2f40d86a7b93": 1}"#, "{ String: Int }"),
            (
                #"{"eyJhbGciOiJIUzI1NiJ9.uWGYIDd4J_jQMcC_tmE-u0l0qH8.QlAk_ada": 1}"#,
                "{ String: Int }"
            ),
            (#"{"bBZhtfwoE8O3KWFym_oGSmA-arn_K_-q_ada": {"x": 1}}"#, "{ String: _ }"),
            (#"{"sk_live_jEK5xUPWKrdElWhSXlSEEvOo_ada": true}"#, "{ String: Bool }"),
            (#"{"ada@x.com": {"n": 1}, "total": 2}"#, "{ String: "),
        ]
    )
    func keys(map: String, type: String) throws {
        let names = #""sha256": "y", "customfield_10010": 1, "oauth2ClientCredentials": 1"#
        let body = #"{"by": \#(map), "address_line_2": "x", \#(names)}"#
        let text = try SampleRecording.text([
            SampleRecording.get("/k", body)
        ])
        #expect(text.contains(type), "\(text)")
        for value in ["ada", "bob", "hunter2", "ghp", "6d3c"] {
            #expect(!text.lowercased().contains(value), "\(text)")
        }
        for key in ["sha256", "customfield", "oauth2"] { #expect(text.contains(key), "\(text)") }
    }

    @Test("email addresses as keys form a map in a file, too")
    func keysInFiles() throws {
        let text = try InferredSchema.text(
            #"{"by": {"ada@x.com": {"n": 1}, "bob@x.com": {"n": 2}}}"#
        )
        #expect(text.contains("{ String: _ }"))
        #expect(!text.contains("ada"))
    }

    @Test(
        "only vocabulary words of a recording reach the schema as values",
        arguments: 1...8
    )
    func randomValues(seed: UInt64) throws {
        var random = SeededGenerator(state: seed)
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        // Each has digits on both sides of letters, unlike any vocabulary word.
        let values = (0..<6).map { _ in
            "q7"
                + String(
                    (0..<random.number(in: 3...20)).compactMap { _ in random.element(of: letters) }
                )
                + "8z"
        }
        let entries = try (0..<40).map { _ in
            let value = { random.element(of: values) ?? "" }
            let name = { random.element(of: ["kind", "type", "level", "data", "x_y"]) ?? "" }
            func object(_ depth: Int) -> String {
                let inner = depth > 0 ? object(depth - 1) : "\"\(value())\""
                return
                    #"{"\#(name())a": "\#(value())", "type": "\#(value())", "\#(name())": \#(inner)}"#
            }
            return try SampleRecording.entry(
                "POST",
                "https://a.example.com/\(name())/\(value())?\(name())=\(value())",
                sent: object(2),
                received: object(3)
            )
        }
        let text = try SampleRecording.text(entries).lowercased()
        for value in values { #expect(!text.contains(value.lowercased()), "\(value) in \(text)") }
    }
}
