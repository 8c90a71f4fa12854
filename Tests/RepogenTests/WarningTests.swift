import Testing

/// Warnings, through the command line.
@Suite struct WarningTests {
    private let schema = """
        repogen: 1
        apis: { Shop: { keys: snake_case } }
        endpoints:
          Search: { get: /products, query: { pageSize: Int } }

        """

    @Test("a warning names what is sent and what to write, every time, and does not stop the run")
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
                    `keys: snake_case` applies to properties, not to parameters [parameter-spelling]
                    """
                ),
                "\(command): \(run.errors)"
            )
            #expect(
                run.errors.contains(
                    "hint: write `key: page_size`, or `key: pageSize` if the service uses that name"
                )
            )
        }
        let files = try package.contents(of: "Out")
        #expect(files["Endpoints/Search.swift"]?.contains(#"query("pageSize", pageSize)"#) == true)
    }

    @Test(
        "a `key:` is sent unchanged, without a warning",
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
