import Testing

@testable import repogen

@Suite struct SwiftOutlineTests {
    private static let overTheWire = ", changes requests or responses, compatible for callers"

    private func changes(_ old: String, _ new: String) -> [String] {
        OutlineComparison(old: Array(old.utf8), new: Array(new.utf8)).changes.map(\.text)
    }

    @Test("a type may be broken into lines within angle brackets")
    func brokenGenerics() {
        func source(_ type: String) -> String {
            """
            struct FeedMock {
                let newestStub = MockFunction<
                    (String, \(type)), [Message]
                >("newest")
            }

            """
        }
        let found = changes(source("String"), source("Int"))
        #expect(found.count == 1, "\(found)")
        #expect(found.first?.contains("(String, Int)") == true, "\(found)")
    }

    @Test("declarations are found at any level, and bodies are skipped")
    func outline() {
        let source = #"""
            // struct Comment {}
            /* struct Block { /* nested */ } */
            public import RepositoryRuntime
            #if canImport(FoundationEssentials)
            public import FoundationEssentials
            #endif

            /// A `{` in a doc.
            public nonisolated struct Message:
                Entity,
                Hashable
            {
                @Indirect public var text: String = "a { \" b"
                private let hidden: Int
                public var draft: Draft { Draft(text: "}") }
                public init(
                    text: String = ",(",
                    table: [String: Int] = [:]
                ) throws(Failure) {
                    struct Inner {}
                }
            }

            nonisolated extension Message {
                public struct Draft: EntityDraft {
                    public static let path = "/messages"
                }
                func find(id: Int, with other: (Int) -> Void) async -> [Message] { [] }
            }

            public enum Size: Int { case small = 1, large }
            """#
        let outline = SwiftOutline(of: Array(source.utf8))
        #expect(outline.types == ["Message", "Message.Draft", "Size"])
        #expect(
            outline.declarations.map(\.path) == [
                "Message", "Message.Entity", "Message.Hashable", "Message.text", "Message.draft",
                "Message.init", "Message.Draft", "Message.Draft.EntityDraft",
                "Message.Draft.path", "Message.find(id:with:)", "Size", "Size.Int", "Size.small",
                "Size.large",
            ]
        )
        let initializer = outline.declarations.first { $0.kind == .initializer }
        #expect(initializer?.parameters.map(\.defaultValue) == ["\",(\"", "[:]"])
        #expect(initializer?.detail == "throws(Failure)")
    }

    @Test("long comments and types with many members change nothing")
    func longSource() {
        let comment = String(repeating: "    /// A `{` in a doc.\n", count: 20_000)
        let members = (0..<2_000).map { "    public var a\($0): Int\n" }
        let source = "public struct Box {\n\(comment)\(members.joined())}\n"
        let outline = SwiftOutline(of: Array(source.utf8))
        #expect(outline.types == ["Box"])
        #expect(outline.declarations.count == 2_001)
        #expect(changes("", source) == ["Box: added"])
        let other = source.replacing("a7:", with: "b:")
        #expect(
            changes(source, other) == ["Box.a7: removed, breaking for callers", "Box.b: added"]
        )
    }

    @Test(
        "the effect on callers is reported",
        arguments: [
            ("enum A { case a }", "enum A { case a, b }", "A.b: added, breaking for switches"),
            ("enum A { case a = 1 }", "enum A { case a = 2 }", "A.a: 1 → 2\(overTheWire)"),
            ("protocol P {}", "protocol P { func f() }", "P.f(): added, breaking for conformers"),
            ("extension P {}", "extension P { func f() {} }", "P.f(): added"),
            (
                "struct A: B, C {}", "struct A: C {}",
                "A, its conformance to B: removed, breaking for callers"
            ),
            ("struct A {}", "enum A {}", "A: struct → enum, breaking for callers"),
            (
                "class M { let f = F<Int>(\"f\") }", "class M { let f = F<URL>(\"f\") }",
                "M.f: F<Int>(\"f\") → F<URL>(\"f\"), breaking for callers"
            ),
            (
                "struct A { static let path = \"/a\" }", "struct A { static let path = \"/b\" }",
                "A.path: \"/a\" → \"/b\"\(overTheWire)"
            ),
            (
                "struct A { func f(a: Int) -> Int {} }", "struct A { func f(a: Int8) -> Int {} }",
                "A.f(a:): 'a' Int → Int8, breaking for callers"
            ),
            (
                "struct A { func f() -> Int {} }", "struct A { func f() async -> Int {} }",
                "A.f(): -> Int → async -> Int, breaking for callers"
            ),
        ]
    )
    func effect(old: String, new: String, change: String) {
        #expect(changes(old, new) == [change])
    }

    @Test("a deprecated declaration still exists", arguments: [" ", "\n    "])
    func deprecation(space: String) {
        let old = "struct M {\npublic var a: Int\n}"
        let new = """
            struct M {
            @available(\(space)*,\(space)deprecated,\(space)message: "{ gone, soon)")
            public var a: Int {
                get { aStorage }
                set { aStorage = newValue }
            }
            private var aStorage: Int
            }
            """
        #expect(
            changes(old, new) == [#"M.a: deprecated, with the warning: "{ gone, soon)""#]
        )
        #expect(changes(new, "struct M {}") == ["M.a: removed, breaking for callers"])
    }

    // The trap: the extension itself is no declaration, so its first member gets its access.
    @Test("the members of an extension have their own access and deprecation")
    func membersOfExtension() {
        func source(_ access: String, _ attribute: String) -> String {
            "extension Endpoint {\n\(attribute)\n\(access) struct Find {\n\(access) var a: Int\n}\n}"
        }
        let deprecated = source("public", #"@available(*, deprecated, message: "Use b.")"#)
        #expect(
            changes(source("public", ""), deprecated) == [
                #"Endpoint.Find: deprecated, with the warning: "Use b.""#
            ]
        )
        let internals = changes(source("public", ""), source("package", ""))
        #expect(internals.contains { $0.hasPrefix("Endpoint.Find: ") }, "\(internals)")
    }

    @Test("raw strings contain neither comments nor braces")
    func rawTexts() {
        let old = ##"struct E { static let example: String? = #"{"u":"https://a.b"}"# }"##
        let new = old.replacing("a.b", with: "a.c")
        #expect(
            changes(old, new) == [
                ##"E.example: #"{"u":"https://a.b"}"# → #"{"u":"https://a.c"}"#"##
            ]
        )
    }

    @Test("nothing is inferred from code that Repogen does not write")
    func foreignBodies() {
        let old = "struct M { var a: Int\nfunc f() { send(a) }\n}"
        #expect(
            changes(old, old.replacing("send(a)", with: "send(a, 1)")) == [
                "M: its generated code changes (see the lines), "
                    + "may change requests or responses, compatible for callers"
            ]
        )
    }

    @Test("dependent changes in Draft, Patch and Fields are reported once")
    func echoes() {
        let old = "struct M { var a: Int }\nextension M { struct Draft { var a: Int } }"
        let new = old.replacing("Int", with: "Int?")
        let found = OutlineComparison(old: Array(old.utf8), new: Array(new.utf8)).changes
        #expect(found.count == 2)
        #expect(found.withoutEchoes.map(\.declaration) == ["M.a"])
    }

    @Test("a type with parameters ends a declaration, and an arrow does not")
    func typeParameters() {
        let source = """
            struct E {
                typealias Response = [Array<String>]
                typealias Other = Array<String>
                static let path = "/a"
                var change: Change<Int>
                var other: Int
                func make() ->
                    Int
            }
            """
        let names = SwiftOutline(of: Array(source.utf8)).declarations.map(\.path)
        #expect(
            names == ["E", "E.Response", "E.Other", "E.path", "E.change", "E.other", "E.make()"]
        )
    }

    @Test(
        "parsing always reaches the end of the text",
        arguments: ["{", "}", "((", "struct A {", "\"", "/*", "\"\"\"", "\\", "case", "init", "#"]
    )
    func broken(text: String) {
        let deep = String(repeating: "struct A {\n", count: 10_000) + text
        #expect(SwiftOutline(of: Array((text + text).utf8)).declarations.count < 3)
        #expect(SwiftOutline(of: Array(deep.utf8)).declarations.count > 30)
    }

    @Test(
        "a difference is a hunk of a unified diff",
        arguments: [
            ("a\nb\nc\n", "a\nB\nc\n", ["@@ -1,3 +1,3 @@", " a", "-b", "+B", " c"], 2),
            ("a\n", "a\nb\n", ["@@ -1,1 +1,2 @@", " a", "+b"], 1),
            ("a\nb\n", "b\n", ["@@ -1,2 +1,1 @@", "-a", " b"], 1),
            ("a\n", "a\n", [], 1),
            (
                "1\n2\n3\n4\n5\n6\n7\n", "1\n2\nx\n4\n5\n6\ny\n",
                ["@@ -2,3 +2,3 @@", " 2", "-3", "+x", " 4", "@@ -6,2 +6,2 @@", " 6", "-7", "+y"], 3
            ),
        ]
    )
    func lines(old: String, new: String, lines: [String], first: Int) {
        let difference = LineDifference(old: Array(old.utf8), new: Array(new.utf8))
        #expect(difference.lines == lines)
        if old != new, first > 1 { #expect(difference.firstLine == first) }
    }
}
