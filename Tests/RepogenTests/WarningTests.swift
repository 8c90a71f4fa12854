import Testing

/// What is only warned of, through the command line.
@Suite struct WarningTests {
    private let schema = """
        repogen: 1
        apis: { Shop: { keys: snake_case } }
        endpoints:
          Search: { get: /products, query: { pageSize: Int } }

        """

    @Test("a warning says what is sent and what to write, each time, and stops nothing")
    func warning() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "output: Out\n", "Schemas/shop.yaml": schema,
        ])
        for command in ["validate", "generate", "generate", "check"] {
            let run = try await CommandLineTool.run(command, in: package.root)
            #expect(run.status == 0, "\(command): \(run.errors)")
            #expect(
                run.errors.contains(
                    """
                    Schemas/shop.yaml:4:38: warning: the query parameter 'pageSize' is sent as 'pageSize': \
                    `keys: snake_case` is for properties, and not for parameters [parameter-spelling]
                    """
                ),
                "\(command): \(run.errors)"
            )
            #expect(
                run.errors.contains(
                    "hint: write `key: page_size`, or `key: pageSize` where the service has it so"
                )
            )
        }
        let files = try package.contents(of: "Out")
        #expect(files["Endpoints/Search.swift"]?.contains(#"query("pageSize", pageSize)"#) == true)
    }

    @Test(
        "a `key:` is sent as it is, and nothing is warned of",
        arguments: ["page_size", "pageSize"]
    )
    func key(key: String) async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": "output: Out\n",
            "Schemas/shop.yaml": schema.replacing("Int", with: "{ type: Int, key: \(key) }"),
        ])
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0)
        #expect(!run.errors.contains("warning"), "\(run.errors)")
        let files = try package.contents(of: "Out")
        #expect(files["Endpoints/Search.swift"]?.contains("query(\"\(key)\", pageSize)") == true)
    }
}
