import SchemaImport
import Testing

/// Resolving references, with the examples of RFC 3986, section 5.4.
@Suite struct ResourceURLTests {
    @Test(
        "references are resolved as in the RFC",
        arguments: [
            ("scheme:h", "scheme:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"),
            ("g/", "http://a/b/c/g/"), ("/g", "http://a/g"), ("//g", "http://g"),
            ("?y", "http://a/b/c/d;p?y"), ("g?y", "http://a/b/c/g?y"), ("g#s", "http://a/b/c/g"),
            (";x", "http://a/b/c/;x"), ("g;x?y#s", "http://a/b/c/g;x?y"),
            ("", "http://a/b/c/d;p?q"),
            (".", "http://a/b/c/"), ("./", "http://a/b/c/"), ("..", "http://a/b/"),
            ("../", "http://a/b/"), ("../g", "http://a/b/g"), ("../..", "http://a/"),
            ("../../g", "http://a/g"), ("../../../g", "http://a/g"), ("/./g", "http://a/g"),
            ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), ("..g", "http://a/b/c/..g"),
            ("./../g", "http://a/b/g"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
            ("g?y/../x", "http://a/b/c/g?y/../x"),
        ]
    )
    func examples(reference: String, expected: String) {
        let base = ResourceURL("http://a/b/c/d;p?q")
        #expect(base.resolving(ResourceURL(reference)).text == expected)
    }

    @Test("a file path keeps the folders above the working directory")
    func files() {
        #expect(
            ResourceURL("api/a.yaml").resolving(ResourceURL("../../b.yaml")).text == "../b.yaml"
        )
        #expect(
            ResourceURL("a.yaml").resolving(ResourceURL("./parts/b.yaml")).text == "parts/b.yaml"
        )
    }
}
