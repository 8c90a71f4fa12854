import Foundation
import Testing

/// Diagrams drawn by the command.
@Suite struct DiagramTests {
    private static let schema = """
        repogen: 1
        apis: { Shop: { baseURL: "https://shop.example.com" } }
        values: { Line: { properties: { count: Int } } }
        entities:
          Customer: { id: Int, properties: { name: String } }
          Order:
            id: Int
            properties:
              customer: Customer.ID
              lines: "[Line]"
        endpoints: { Place: { post: /orders, body: Order.Draft, response: Order } }
        repositories:
          Checkout: { operations: { place: Place } }
          Orders: { entity: Order, path: orders, local: sqlite, strategy: offlineFirst }
          Readers: { entity: Customer, path: customers, remote: [read] }
        """

    private func package(_ files: [String: String] = [:]) throws -> TemporaryPackage {
        let own = ["repogen.yaml": GenerateTests.configuration, "Schemas/shop.yaml": Self.schema]
        return try TemporaryPackage(own.merging(files) { $1 })
    }

    private func run(_ arguments: String, in package: TemporaryPackage) async throws
        -> CommandLineTool.Run
    {
        let words = arguments.split(separator: " ").map(String.init)
        return try await CommandLineTool.run(["diagram"] + words, in: package.root)
    }

    @Test(
        "each kind is drawn in each format",
        arguments: ["", "--kind write --of Orders", "--kind endpoint --of Place"],
        ["svg": "<svg ", "mermaid": "", "dot": "digraph {"].sorted { $0.key < $1.key }
    )
    func kinds(kind: String, format: (key: String, value: String)) async throws {
        let package = try package()
        let run = try await run("\(kind) --format \(format.key)", in: package)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.errors.isEmpty)
        let start = kind.isEmpty ? "classDiagram\n" : "sequenceDiagram\n"
        #expect(run.output.hasPrefix(format.value.isEmpty ? start : format.value))
        #expect(run.output.contains("Orders") == !kind.contains("endpoint"))
        #expect(run.output.hasSuffix("\n"))
    }

    @Test("a file has the same diagram as standard output, with relative links to the schema")
    func output() async throws {
        let package = try package(["docs/.keep": "", "Sub/.keep": ""])
        let written = try await run("--output docs/pictures/model.svg", in: package)
        #expect(written.status == 0, "\(written.errors)")
        #expect(written.output.isEmpty)
        #expect(written.errors == "wrote docs/pictures/model.svg\n")
        let svg = try package.read("docs/pictures/model.svg")
        #expect(svg.contains(#"<a href="../../Schemas/shop.yaml#L6">"#))
        let printed = try await run("", in: package)
        #expect(printed.output == svg.replacing("../../Schemas", with: "Schemas"))

        let based = try await run("--link-base https://example.com/blob/main", in: package)
        #expect(
            based.output.contains(#"<a href="https://example.com/blob/main/Schemas/shop.yaml#L6">"#)
        )
        let below = try await CommandLineTool.run(
            ["diagram"],
            in: package.root.appending(path: "Sub")
        )
        #expect(below.output.contains(#"<a href="../Schemas/shop.yaml#L6">"#))
    }

    @Test(
        "--around draws the declarations nearby",
        arguments: [
            ("--around Line", ["Line", "Order"]), ("--around Line --depth 0", ["Line"]),
            ("--around Line --depth 2", ["Checkout", "Customer", "Line", "Order", "Orders"]),
            ("--around Readers Line --depth 0", ["Line", "Readers"]),
            ("--around Place --endpoints", ["Checkout", "Order", "Place"]),
        ]
    )
    func around(arguments: String, expected: [String]) async throws {
        let run = try await run("\(arguments) --format mermaid", in: package())
        let names = run.output.matches(of: /class d\d+\["(\w+)"\]/).map { String($0.1) }
        #expect(names.sorted() == expected, "\(run.errors)")
    }

    @Test(
        "an unknown name is reported with the nearest one",
        arguments: [
            ("--around Ordr", 64, "no declaration is named 'Ordr'", "did you mean 'Order'?"),
            ("--around Place", 64, "'Place' is an endpoint", "--endpoints"),
            ("--kind write --of Ordrs", 64, "no repository is named 'Ordrs'", "'Orders'?"),
            ("--kind write --of Order", 64, "'Order' is an entity", "--of Orders"),
            ("--kind write --of Checkout", 64, "sends one request", "--of Place"),
            ("--kind write --of Readers", 64, "'Readers' has no write operation", "remote:"),
            ("--kind endpoint --of Plce", 64, "no endpoint is named 'Plce'", "'Place'?"),
            ("--kind write", 64, "--kind write needs the name of the repository", "--of"),
            ("--of Order", 64, "--of needs --kind write", "--around Order"),
            ("--kind write --of Orders --rows 3", 64, "need --kind model", "--rows"),
            ("--depth 2", 64, "--depth needs --around", "central"),
            ("--around Order --depth=-1", 64, "--depth needs 0 or a positive number", "-1"),
            ("--schemas Nothing", 64, "no schema folder or file", "'Nothing'"),
            ("--output Schemas", 64, "'Schemas' is a folder", "Schemas/model.svg"),
            ("--output Schemas/shop.yaml/model.svg", 74, "cannot", "shop.yaml"),
            ("--output Schemas/shop.yaml", 64, "mistaken for a source file", "end in .svg"),
        ]
    )
    func mistakes(arguments: String, status: Int, message: String, hint: String) async throws {
        let run = try await run(arguments, in: package())
        #expect(run.status == Int32(status), "\(run.errors)")
        #expect(run.output.isEmpty)
        #expect(run.errors.contains(message), "\(run.errors)")
        #expect(run.errors.contains(hint), "\(run.errors)")
    }

    @Test("schemas with errors are not drawn: the errors are printed")
    func schemasWithMistakes() async throws {
        let package = try package([
            "Schemas/wrong.yaml": "repogen: 1\nvalues: { A: { properties: { b: Itn } } }"
        ])
        let run = try await run("--output model.svg", in: package)
        #expect(run.status == 1)
        #expect(run.errors.contains("Schemas/wrong.yaml:2:"))
        #expect(run.errors.contains("did you mean 'Int'?"))
        #expect(!package.exists("model.svg"))
    }

    @Test("declarations of other outputs are drawn where they are used")
    func imports() async throws {
        let configuration = """
            outputs:
              - { schemas: Shared, output: Sources/Shared/Generated }
              - { schemas: Own, output: Sources/Own/Generated, imports: [Shared] }
            """
        let package = try TemporaryPackage([
            "repogen.yaml": configuration,
            "Shared/a.yaml":
                "repogen: 1\nvalues: { Used: { properties: { a: Int } }, Other: { properties: { a: Int } } }",
            "Own/b.yaml": "repogen: 1\nvalues: { Mine: { properties: { used: Used } } }",
        ])
        let run = try await run("--format mermaid", in: package)
        #expect(run.status == 0, "\(run.errors)")
        // Shared declarations of two outputs are drawn once.
        let names = run.output.matches(of: /class d\d+\["(\w+)"\]/).map { String($0.1) }
        #expect(names.sorted() == ["Mine", "Other", "Used"])
        #expect(run.output.contains("*--"))
    }

    private static let root = URL(filePath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    @Test("the pictures of the page are those of its commands")
    func page() async throws {
        let folder = Self.root.appending(path: "Sources/RepositoryRuntime/Documentation.docc")
        let page = try String(contentsOf: folder.appending(path: "Diagrams.md"), encoding: .utf8)
        var drawn: Set<String> = []
        for line in page.split(separator: "\n") {
            guard let match = line.wholeMatch(of: /repogen (diagram .*) --output ([a-z-]+\.svg)/)
            else { continue }
            let arguments = match.1.split(separator: " ").map(String.init)
            let run = try await CommandLineTool.run(
                arguments + ["--link-base", "../../.."],
                in: Self.root
            )
            #expect(run.status == 0, "\(run.errors)")
            let name = String(match.2)
            let file = folder.appending(path: name)
            if ProcessInfo.processInfo.environment["RECORD_GOLDENS"] != nil {
                try Data(run.output.utf8).write(to: file)
                Issue.record("recorded \(name)")
            } else {
                let shown = try String(contentsOf: file, encoding: .utf8)
                #expect(shown == run.output, "\(name)")
            }
            drawn.insert(name)
        }
        #expect(drawn.count == 3)
        // All of them are shown, and no others exist.
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        let pictures = Set(files.filter { $0.hasPrefix("diagram-") })
        let shown = Set(page.matches(of: /\]\((diagram-[^)]+)\)/).map { String($0.1) })
        #expect(pictures == shown)
        #expect(drawn.isSubset(of: shown))
    }
}
