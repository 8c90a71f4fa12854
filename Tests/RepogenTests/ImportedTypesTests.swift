import Foundation
import TestSupport
import Testing

/// Outputs that use types of others, as separate modules.
@Suite struct ImportedTypesTests {
    private static let configuration = """
        outputs:
          - schemas: Schemas/App
            output: Sources/App/Generated
            imports: [Shared]
          - schemas: Schemas/Shared
            output: Sources/Shared/Generated

        """
    private static let shared = """
        repogen: 1
        apis:
          SharedAPI: { baseURL: https://example.com, keys: snake_case }
        scalars:
          Money: { swift: Decimal }
        enums:
          Color: { cases: [red, blue] }
        values:
          # The runtime has a type of this name, too.
          Condition: { properties: { text: String } }
          # As has Foundation, which code with dates imports.
          Locale: { properties: { text: String } }
          Address:
            properties: { homeTown: String, zip: String }
          Household: { properties: { members: [User] } }
        unions:
          Anything: { cases: { text: String, places: [Address] } }
        entities:
          User:
            id: UUID
            properties: { name: String, address: Address, joined: Date }

        """
    private static let app = """
        repogen: 1
        values:
          Card:
            properties:
              owner: User
              price: Money = 3
              color: Color = red
              any: [Anything]
              state?: Condition
              locale?: Locale
              since?: Date
          Plain: { properties: { text: String } }
        unions:
          Thing: { cases: { user: User, users: "[User]" } }
        entities:
          Order:
            id: Int
            properties: { customer: { type: User.ID, inverse: orders }, to: Address, colors: "{ String: Color }" }
          Paint: { id: Int, properties: { color: Color } }
        endpoints:
          Ship:
            post: /ship/{color}
            path: { color: Color }
            query: { "to?": User.ID, "paint?": Color }
            body: User.Draft
            response: "[Address]"
            errors: { 404: Address }
        repositories:
          UserRepository: { entity: User, path: users, local: sqlite, strategy: offlineFirst }
          OrderRepository: { entity: Order, path: orders, errors: { 400: Address } }
          Shipping: { operations: { ship: Ship } }
          # Names the type only in a body.
          Paints: { entity: Paint, path: paints, local: sqlite, keep: { where: { color: red } } }

        """

    private func package(_ configuration: String = configuration) throws -> TemporaryPackage {
        try TemporaryPackage([
            "repogen.yaml": configuration, "Schemas/App/app.yaml": Self.app,
            "Schemas/Shared/shared.yaml": Self.shared,
        ])
    }

    @Test(
        "both modules compile without warnings and have the right imports",
        arguments: [("declaration", "public"), ("schema", "package"), ("declaration", "internal")],
        // Whether the identities of the other module are distinct types.
        [false, true]
    )
    func compile(output: (grouping: String, access: String), isTyped: Bool) async throws {
        let (grouping, access) = output
        let package = try package(
            Self.configuration.replacing(
                "imports: [Shared]",
                with: "imports: [Shared]\n    grouping: \(grouping)\n    access: \(access)"
            )
        )
        if isTyped {
            let line = "repogen: 1\n"
            let typed = Self.shared.replacing(line, with: line + "typedIdentities: true\n")
            try package.write(typed, to: "Schemas/Shared/shared.yaml")
        }
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        let app = try package.contents(of: "Sources/App/Generated")
        if grouping == "declaration" {
            let importing = app.filter { $0.value.contains("import Shared\n") }.keys.sorted()
            #expect(
                importing == [
                    "Endpoints/Ship.swift", "Entities/Order.swift", "Entities/Paint.swift",
                    "Mocks/ShippingMock.swift", "Relations/Order+Relations.swift",
                    "Repositories/OrderRepository.swift", "Repositories/Paints.swift",
                    "Repositories/Shipping.swift", "Repositories/UserRepository.swift",
                    "Unions/Thing.swift", "Values/Card.swift",
                ]
            )
        }
        #expect(!app.keys.contains { $0.contains("Address") || $0.contains("User.swift") })
        // A module is compiled as one file, in which all imports have the same level.
        let shared = try package.contents(of: "Sources/Shared/Generated")
            .filter { !$0.key.hasSuffix("RuntimeVersion.swift") }
        try package.write(
            shared.sorted { $0.key < $1.key }.map(\.value).joined(),
            to: "Shared.swift"
        )
        for mode in SwiftCompiler.Mode.allCases {
            let messages = try await SwiftCompiler.typecheck(
                app.keys.sorted().map {
                    package.root.appending(path: "Sources/App/Generated/\($0)")
                },
                mode: mode,
                flags: ["-package-name", "test"],
                beside: [package.root.appending(path: "Shared.swift")]
            )
            #expect(messages.isEmpty, "\(mode): \(messages)")
        }
        let validation = try await CommandLineTool.run("validate", in: package.root)
        #expect(
            validation.errors.contains("Schemas/App: 2 entities, 2 values, 1 union, 1 endpoint")
        )
    }

    // The trap: the code is generated, but does not compile.
    @Test("an option cannot hide the types of an imported output")
    func hidden() async throws {
        let package = try package()
        let arguments = ["generate", "--access", "internal"]
        let run = try await CommandLineTool.run(arguments, in: package.root)
        #expect(run.status == 64)
        #expect(run.errors.contains("--access internal hides the types"), "\(run.errors)")
    }

    @Test("a type of an output that is not imported has a hint to import it")
    func missingImport() async throws {
        let package = try package(
            Self.configuration.replacing("    imports: [Shared]\n", with: "")
        )
        try package.write(
            "repogen: 1\nvalues:\n  Card: { properties: { owner: User.ID, to: [Address], no: Adress } }\n",
            to: "Schemas/App/app.yaml"
        )
        let run = try await CommandLineTool.run("validate", in: package.root)
        #expect(run.status == 1)
        let hint = "is declared in the output of Shared, which is not imported"
        #expect(run.errors.contains("'User' \(hint)"), "\(run.errors)")
        #expect(run.errors.contains("'Address' \(hint)"), "\(run.errors)")
        #expect(run.errors.contains("hint: add Shared to the `imports:` of this output"))
        #expect(run.errors.contains("unknown type 'Adress'"), "\(run.errors)")
    }

    @Test("former imported values and entities are converted inside of the module's entities")
    func formerValues() async throws {
        let package = try package()
        let shared = Self.shared.replacing("zip: String", with: "zip: { type: String, was: code }")
            .replacing("[red, blue]", with: "{ red: { was: crimson }, blue: B }")
            .replacing(
                "name: String, address",
                with: "name: { type: Int, was: { type: String, convert: nameOfText } }, address"
            )
        try package.write(shared, to: "Schemas/Shared/shared.yaml")
        try package.write(
            Self.app.replacing("to: Address,", with: "to: Address, card: Card, any: [Anything],"),
            to: "Schemas/App/app.yaml"
        )
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        let app = try package.contents(of: "Sources/App/Generated")
        let order = try #require(app["Entities/Order.swift"])
        for part in [
            #""Address": Address.formerValue"#, #""Card": Card.formerValue"#,
            "former: User.schema.former", ".kinds([.array: .array(of: .value(\"Address\"))])",
        ] {
            #expect(order.contains(part), "\(order)")
        }
        let texts = try package.contents(of: "Sources/Shared/Generated")
            .filter { !$0.key.hasSuffix("RuntimeVersion.swift") }
            .sorted { $0.key < $1.key }.map(\.value)
        let function = """
            extension User { nonisolated static func nameOfText(_ text: String) -> Int { text.count } }

            """
        try package.write(texts.joined() + function, to: "Shared.swift")
        for mode in SwiftCompiler.Mode.allCases {
            let messages = try await SwiftCompiler.typecheck(
                app.keys.sorted().map {
                    package.root.appending(path: "Sources/App/Generated/\($0)")
                },
                mode: mode,
                flags: ["-package-name", "test"],
                beside: [package.root.appending(path: "Shared.swift")]
            )
            #expect(messages.isEmpty, "\(mode): \(messages)")
        }
    }

    @Test("a change of an imported schema is detected, even after a recorded run")
    func changes() async throws {
        let package = try package()
        for _ in 0..<2 {
            #expect(try await CommandLineTool.run("generate", in: package.root).status == 0)
        }
        try package.write(
            Self.shared.replacing("cases: [red, blue]", with: "cases: [blue]"),
            to: "Schemas/Shared/shared.yaml"
        )
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.contains("Schemas/App/app.yaml:"), "\(run.errors)")
        #expect(run.errors.contains("'red'"))
        try package.write(
            Self.shared.replacing("swift: Decimal", with: "swift: Double"),
            to: "Schemas/Shared/shared.yaml"
        )
        let changed = try await CommandLineTool.run("generate", in: package.root)
        #expect(changed.status == 0, "\(changed.errors)")
        #expect(changed.errors.contains("Sources/Shared/Generated: 2 updated"))
        #expect(try await CommandLineTool.run("check", in: package.root).status == 0)
    }

    @Test("queries cannot use properties of a value from another module")
    func queries() async throws {
        let package = try package()
        let app = "to: { type: Address, indexed: [zip] }, own: { type: Note, indexed: [place.zip] }"
        try package.write(
            Self.app.replacing("to: Address", with: app).replacing(
                "  Plain: {",
                with: "  Note: { properties: { text: String, place: Address } }\n  Plain: {"
            ),
            to: "Schemas/App/app.yaml"
        )
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(
            run.errors.contains(
                "'to' cannot be queried: Address is generated by the module 'Shared'"
            ),
            "\(run.errors)"
        )
        #expect(
            run.errors.contains(
                "'place' cannot be queried: its type is generated by the module 'Shared'"
            ),
            "\(run.errors)"
        )
    }

    @Test("an error in an imported schema is reported once, and a schema belongs to one output")
    func mistakes() async throws {
        let package = try package()
        try package.write(
            Self.shared.replacing("zip: String", with: "zip: Sting"),
            to: "Schemas/Shared/shared.yaml"
        )
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 1)
        #expect(run.errors.components(separatedBy: "error:").count == 2, "\(run.errors)")
        #expect(run.errors.contains("unknown type 'Sting'"))

        let both = try self.package(
            Self.configuration.replacing("schemas: Schemas/App", with: "schemas: Schemas")
        )
        let twice = try await CommandLineTool.run("generate", in: both.root)
        #expect(twice.status == 1)
        #expect(
            twice.errors.contains("repogen.yaml:4:15: error: 'Schemas/Shared/shared.yaml' is a")
        )
    }

    @Test("a repository of an imported entity without an API belongs to that of its file")
    func repositoryOfImported() async throws {
        let package = try TemporaryPackage([
            "repogen.yaml": Self.configuration,
            "Schemas/Shared/shared.yaml":
                "repogen: 1\nentities: { Country: { id: Int, properties: { name: String } } }\n",
            "Schemas/App/app.yaml": """
            repogen: 1
            apis: { Shop: { baseURL: "https://shop.example.com", conventions: { envelope: data } } }
            repositories: { Countries: { entity: Country, path: countries } }

            """,
        ])
        let run = try await CommandLineTool.run("generate", in: package.root)
        #expect(run.status == 0, "\(run.errors)")
        let path = "Sources/App/Generated/Repositories/Countries.swift"
        #expect(try package.read(path).contains("any APIDefinition.Type { Shop.self }"))
    }
}
