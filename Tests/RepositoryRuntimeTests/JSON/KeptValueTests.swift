import Testing

@testable import RepositoryNetworking

/// Forms in which a service may store a value, used to recognize a creation without a response.
@Suite struct KeptValueTests {
    @Test(
        "a value is recognized in the forms in which services store it",
        arguments: [
            ("hello ", "hello"), ("a  b\r\nc", "a b\nc"), ("Ann@Example.com", "ann@example.com"),
            (" ", ""), ("", .null),
            ("2026-11-23T02:00:20.123Z", "2026-11-23T02:00:20Z"),
            ("2026-11-23T02:00:20Z", "2026-11-23T02:00:20.000Z"), (1, 1.0), ([], .null),
            (["a": 1, "tags": []], ["a": 1]), (["a": "x "], ["a": "x", "added": true]),
            (["A", [:]], ["a", []]), (1.239, 1.24), (1.239, 1.2), (0.35, 0.3),
            (1.239, 1.2389999628067017),
            ("<b> & \"it's\"", "&lt;b&gt; &amp; &quot;it&#039;s&quot;"),
        ] as [(JSON, JSON)]
    )
    func kept(sent: JSON, kept: JSON) {
        #expect(sent.isKept(as: kept))
    }

    @Test(
        "a value is not recognized in others",
        arguments: [
            ("a", "b"), ("a b", "ab"), ("a", 1), (1, 2), (true, false), (["a"], ["a", "b"]),
            (.null, 0),
            (["a": 1], ["a": 2]), (["a": 1], [:]), ("1.5", "1"),
            ("2026-11-23T02:00:20.9Z", "2026-11-23T02:00:21Z"),
            (0.3, 0.2), (1.5, 2), (1.239, 1.26), (1.2, 1.239), (16777217, 16777216),
            ("a & b", "a &lt; b"),
        ] as [(JSON, JSON)]
    )
    func others(sent: JSON, kept: JSON) {
        #expect(!sent.isKept(as: kept))
    }
}
