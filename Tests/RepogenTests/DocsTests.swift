import Foundation
import Testing

/// Sites written by the command.
@Suite struct DocsTests {
    private static let schema = """
        repogen: 1
        apis: { Shop: { baseURL: "https://shop.example.com/v1", authentication: bearer } }
        values: { Problem: { properties: { reason: String } } }
        entities:
          Order:
            doc: What a customer buys.
            id: Int
            properties: { title: { type: String, example: "it's \\"new\\" $HOME" }, count: Int }
        endpoints:
          Place:
            post: /shops/{shop}/orders
            path: { shop: String }
            query: { isExpress: Bool = true }
            body: Order.Draft
            response: Order
            errors: { 404: Problem }
        repositories:
          Orders: { entity: Order, path: orders, local: sqlite, strategy: offlineFirst }
        """

    private func package(_ files: [String: String] = [:]) throws -> TemporaryPackage {
        let own = ["repogen.yaml": GenerateTests.configuration, "Schemas/shop.yaml": Self.schema]
        return try TemporaryPackage(own.merging(files) { $1 })
    }

    private func run(_ words: String..., in package: TemporaryPackage) async throws
        -> CommandLineTool.Run
    {
        try await CommandLineTool.run(["docs"] + words, in: package.root)
    }

    @Test("it writes a page for each declaration, with links to the lines of the schema")
    func pages() async throws {
        let package = try package()
        let run = try await run("--output", "site/docs", "--title", "The shop", in: package)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(run.errors == "wrote 6 pages into site/docs\n")
        let page = try package.read("site/docs/entities/Order.html")
        #expect(page.contains("<title>Order – The shop</title>"))
        #expect(page.contains("What a customer buys."))
        // The link leads from the folder of the page to the schema.
        #expect(page.contains("href=\"../../../Schemas/shop.yaml#L5\""))
        let listed = try package.read("site/docs/.repogen-docs").split(separator: "\n").map(
            String.init
        )
        for file in listed { #expect(package.exists("site/docs/\(file)"), "\(file)") }
        #expect(listed.contains("index.html") && listed.contains("repositories/Orders.svg"))
    }

    @Test("a second run keeps unchanged files, and deletes the pages of removed declarations")
    func again() async throws {
        let package = try package()
        #expect(try await run("--output", "docs", in: package).status == 0)
        let dates = try package.modificationDates(of: "docs/entities")
        #expect(try await run("--output", "docs", in: package).status == 0)
        #expect(try package.modificationDates(of: "docs/entities") == dates)

        let shorter = Self.schema.components(separatedBy: "endpoints:")[0]
        try package.write(shorter, to: "Schemas/shop.yaml")
        #expect(try await run("--output", "docs", in: package).status == 0)
        #expect(!package.exists("docs/endpoints"))
        #expect(!package.exists("docs/repositories/Orders.html"))
        #expect(package.exists("docs/entities/Order.html"))
    }

    @Test("a folder with other files is not touched")
    func otherFiles() async throws {
        let package = try package(["docs/notes.txt": "mine", "file": "a"])
        let refused = try await run("--output", "docs", in: package)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("'docs' contains other files"))
        #expect(!package.exists("docs/index.html"))
        let file = try await run("--output", "file", in: package)
        #expect(file.status == 64)
        #expect(file.errors.contains("'file' is not a folder"))
        // Files added to a site later are kept.
        #expect(try await run("--output", "site", in: package).status == 0)
        try package.write("mine", to: "site/notes.txt")
        #expect(try await run("--output", "site", in: package).status == 0)
        #expect(package.exists("site/notes.txt"))
    }

    @Test("a list with files outside of the folder deletes none of them")
    func outside() async throws {
        let package = try package([
            "docs/.repogen-docs": "../mine.txt\n\(NSTemporaryDirectory())x\n", "mine.txt": "mine",
        ])
        #expect(try await run("--output", "docs", in: package).status == 0)
        #expect(package.exists("mine.txt"))
    }

    @Test(
        "links are not followed for deleting or writing, and line endings of the list do not matter"
    )
    func links() async throws {
        let list = "link/keep\r\nvalues/Old.html\r\n.\r\n"
        let package = try package([
            "docs/.repogen-docs": list, "docs/values/Old.html": "old", "out/keep": "mine",
        ])
        let link = package.root.appending(path: "docs/link")
        let out = package.root.appending(path: "out")
        try FileManager.default.createSymbolicLink(at: link, withDestinationURL: out)
        #expect(try await run("--output", "docs", in: package).status == 0)
        #expect(package.exists("out/keep") && !package.exists("docs/values/Old.html"))

        let folder = package.root.appending(path: "docs/entities")
        try FileManager.default.removeItem(at: folder)
        try FileManager.default.createSymbolicLink(at: folder, withDestinationURL: out)
        let refused = try await run("--output", "docs", in: package)
        #expect(refused.status == 64)
        #expect(refused.errors.contains("would be written through a link"))
        #expect(!package.exists("out/Order.html"))
    }

    @Test("texts of a schema cannot inject commands into a page")
    func hostileCommands() async throws {
        let name = "k$(touch owned)`touch owned`"
        for place in ["query", "header", "cookie"] {
            let hostile = Self.schema.replacing(
                "authentication: bearer",
                with: "authentication: { \(place): \"\(name)\" }"
            )
            let package = try package(["Schemas/shop.yaml": hostile])
            let site = try await run("--output", "docs", in: package)
            // Names that are invalid for header fields and cookies are rejected.
            guard site.status == 0 else { continue }
            let text = try package.read("docs/repositories/Orders.html")
            let blocks = Self.commands(in: text)
            #expect(blocks.count == 5)
            for block in blocks {
                _ = try await CommandLineTool.run(
                    ["-c", "curl() { :; }\n\(block)\n"],
                    in: package.root,
                    of: URL(filePath: "/bin/sh"),
                    environment: ["API_KEY": "secret"]
                )
            }
            #expect(!package.exists("owned"), "\(place)")
        }
    }

    /// The commands of a page, as a reader copies them.
    private static func commands(in text: String) -> [String] {
        text.matches(of: /(?s)<code>(curl .*?)<\/code>/).map { match in
            String(match.1).replacing("&lt;", with: "<").replacing("&gt;", with: ">")
                .replacing("&quot;", with: "\"").replacing("&amp;", with: "&")
        }
    }

    @Test("commands write parameters and bodies as requests do")
    func requestForms() async throws {
        let schema = #"""
            repogen: 1
            apis:
              Tables:
                baseURL: https://tables.example.com
                conventions:
                  media: application/vnd.api+json
                  requests:
                    delete: { delete: "{path}", query: { id: "eq.{id}" } }
                    create: { post: "{path}", with: { return: true } }
            values:
              Point: { properties: { x: { type: Int, example: 1 }, y: { type: Int, example: 2 } } }
            entities: { Note: { id: Int, properties: { text: String } } }
            endpoints:
              Find:
                get: /find
                query: { dots: { type: Point, objects: dots }, ids: { type: "[Int]", arrays: brackets }, at: Point }
              Send: { post: /send, body: Point, wrap: "a\\.b.c", response: Point, unwrap: "data.rows[1]", example: { x: 3, y: 4 } }
              Fill: { post: /fill, body: { form: Point } }
              Part: { post: /part, body: { multipart: { mark: String, place: Point } } }
            repositories: { Notes: { entity: Note, path: notes } }
            """#
        let package = try package(["Schemas/shop.yaml": schema])
        let run = try await run("--output", "docs", in: package)
        #expect(run.status == 0, "\(run.errors)")
        func command(_ page: String, _ index: Int = 0) throws -> String {
            let all = Self.commands(in: try package.read("docs/\(page).html"))
            return try #require(all.dropFirst(index).first)
        }
        let find = try command("endpoints/Find")
        #expect(
            find.contains(/\?dots\.x=1&dots\.y=2&ids%5B%5D=\d+.*&at%5Bx%5D=1&at%5By%5D=2'/),
            "\(find)"
        )
        let send = try command("endpoints/Send")
        #expect(send.contains("-H 'Content-Type: application/vnd.api+json'"))
        let body = try #require(send.firstMatch(of: /(?s)-d '(.*)'/)).1
        let whole = #"{"a.b":{"c":{"x":1,"y":2}}}"#
        #expect(body.filter { !$0.isWhitespace } == whole)
        #expect(try package.read("docs/endpoints/Send.html").contains("&quot;rows&quot;: ["))
        let fill = try command("endpoints/Fill")
        #expect(fill.contains("--data-urlencode 'x=1'") && fill.contains("--data-urlencode 'y=2'"))
        let part = try command("endpoints/Part")
        #expect(part.contains("--form-string 'mark=") && part.contains(";type=application/json'"))
        let page = "repositories/Notes"
        let all = Self.commands(in: try package.read("docs/\(page).html"))
        #expect(all.contains { $0.contains(/-X DELETE '[^']*\/notes\?id=eq.\d+'/) })
        #expect(all.contains { $0.contains("\"return\": true") })
    }

    @Test("schemas with errors give no site: the errors are printed")
    func mistakes() async throws {
        let package = try package(["Schemas/wrong.yaml": "repogen: 1\nvalues: { A: 1 }"])
        let run = try await run("--output", "docs", in: package)
        #expect(run.status == 1)
        #expect(run.errors.contains("Schemas/wrong.yaml:2:"))
        #expect(!package.exists("docs"))
    }

    @Test(
        "a shell parses each command correctly",
        arguments: ["endpoints/Place", "repositories/Orders"]
    )
    func commands(page: String) async throws {
        let package = try package()
        #expect(try await run("--output", "docs", in: package).status == 0)
        let text = try package.read("docs/\(page).html")
        let blocks = Self.commands(in: text)
        #expect(blocks.count == (page == "endpoints/Place" ? 1 : 5))
        for block in blocks {
            let script =
                "curl() { for word in \"$@\"; do printf '%s\\0' \"$word\"; done; }\n\(block)\n"
            let run = try await CommandLineTool.run(
                ["-c", script],
                in: package.root,
                of: URL(filePath: "/bin/sh"),
                environment: ["TOKEN": "secret"]
            )
            #expect(run.status == 0, "\(run.errors)")
            let words = run.output.split(separator: "\0").map(String.init)
            let address = try #require(words.first { $0.hasPrefix("https://shop.example.com/v1/") })
            #expect(URL(string: address) != nil)
            #expect(words.contains("Authorization: Bearer secret"))
            guard let body = words.firstIndex(of: "-d").map({ words[$0 + 1] }) else { continue }
            let object = try JSONSerialization.jsonObject(with: Data(body.utf8)) as? [String: Any]
            #expect(object?["title"] as? String == "it's \"new\" $HOME")
        }
        if page == "endpoints/Place" {
            #expect(blocks[0].contains(/\/shops\/[\w%]+\/orders\?isExpress=(true|false)/))
        }
    }
}
