package import SchemaLanguage

/// The tests that compare a live service with schemas, as one Swift Testing file.
package struct ContractTests {
    /// A test of one repository or endpoint.
    private struct Case {
        let name: String
        /// The title of the test in test results.
        let title: String
    }

    /// The name of the suite and of its file.
    package let suite: String
    /// The contents of the file.
    package let contents: String

    /// Writes tests; nil if there is no entity repository and no endpoint that only reads.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - name: The name of the module that is generated from it: `App` makes `AppContractTests`.
    ///   - paths: The paths of the schemas or their folders, relative to the file.
    package init?(of schema: CheckedSchema, named name: String, schemas paths: [String]) {
        let cases = Self.cases(of: schema.own)
        guard !cases.isEmpty else { return nil }
        var types = NameScope(.type)
        suite = "\(types.identifier(for: name).text)ContractTests"
        var functions = NameScope(.function, reserved: ["contract", "verify"])
        let names = functions.identifiers(for: cases.map(\.name))
        let tests = zip(cases, names).map { one, function in
            """
                @Test(\(StringLiteral.escaped(one.title)))
                func \(function.name)() async throws {
                    try await verify(\(StringLiteral.literal(one.name)))
                }
            """
        }
        let places = paths.map(StringLiteral.literal).joined(separator: ", ")
        contents = """
            \(GeneratedFile.headerStart) from \(paths.joined(separator: ", ")).
            // Change the schemas, not this file.

            import ServiceContract
            import Testing

            /// Compares a live service with its schemas.
            ///
            /// Set SERVICE_URL to the URL of the service, or to `mock`; without it the tests are skipped.
            /// SERVICE_WRITE=1 also lets them create, change and delete entities.
            @Suite(.serialized, .enabled(if: ServiceContract.isConfigured, "SERVICE_URL is not set"))
            struct \(suite) {
                private let contract = ServiceContract(schemas: [\(places)])

            \(tests.joined(separator: "\n\n"))

                private func verify(_ name: String) async throws {
                    for difference in try await contract.differences(of: name) {
                        Issue.record(
                            "\\(difference)",
                            sourceLocation: SourceLocation(
                                fileID: "\(suite)/\\(difference.file)",
                                filePath: difference.path,
                                line: difference.line,
                                column: difference.column
                            )
                        )
                    }
                }
            }

            """
    }

    private static func cases(of schema: CheckedSchema) -> [Case] {
        let repositories = schema.repositories.compactMap { repository -> Case? in
            guard case .entity(let operations) = repository.kind else { return nil }
            return Case(
                name: repository.head.name,
                title: "\(repository.head.name) at /\(operations.path)"
            )
        }
        let endpoints = schema.endpoints.compactMap { endpoint -> Case? in
            // Other methods may change something that no one could undo, and requests to another
            // environment do not reach the service.
            guard [.get, .head, .options].contains(endpoint.method), endpoint.environment == nil
            else { return nil }
            let method = endpoint.method.rawValue.uppercased()
            return Case(
                name: endpoint.head.name,
                title: "\(endpoint.head.name): \(method) \(endpoint.path)"
            )
        }
        return repositories + endpoints
    }
}
