import SchemaLanguage

/// Translates repositories of endpoints.
struct RepositoryTranslator: Sendable {
    let access: String
    let headers: HeaderTranslator
    let names: DeclarationNames
    /// The endpoints by their schema names.
    let endpoints: [String: TranslatedEndpoint]
    /// The APIs with base URLs.
    let reachableAPIs: Set<String>

    /// A repository, for the template `EndpointRepository`.
    func translate(
        _ repository: CheckedRepository,
        _ operations: [TranslatedOperation]
    ) -> EndpointRepositoryModel {
        let own = names.repository(repository.head.name)
        var requirements = Block(capacity: operations.count * 2)
        for operation in operations {
            requirements.append(operation.docs)
            requirements.line(operation.signature)
        }
        return EndpointRepositoryModel(
            header: headers.header(
                of: repository.head,
                .networking,
                operations.reduce(functionImports(operations)) {
                    $0.union($1.endpoint.defaultImports)
                }
            ),
            docs: Documentation.block(
                repository.head.doc,
                or: "The operations of \(Documentation.code(own.name))."
            ),
            name: own.name,
            protocolName: own.protocolName,
            session: session(of: repository.head.api),
            requirements: requirements,
            defaults: Block(
                paragraphs: operations.flatMap { operation in
                    operation.conveniences.map {
                        function(operation, $0.signature, Block([$0.statement]))
                    }
                }
            ),
            functions: Block(
                paragraphs: operations.map { function($0, $0.signature, Block([$0.request])) }
            )
        )
    }

    /// The mock, for the template `Mock`.
    func translateMock(
        _ repository: CheckedRepository,
        _ operations: [TranslatedOperation]
    ) -> MockModel {
        let own = names.repository(repository.head.name)
        var stubs = Block(capacity: operations.count * 2)
        for operation in operations { operation.declareStub(in: &stubs, access) }
        return MockModel(
            header: headers.header(of: repository.head, .networking, functionImports(operations)),
            name: own.mockName,
            protocolName: own.protocolName,
            conformances: own.protocolName,
            stubs: stubs,
            functions: Block(
                paragraphs: operations.map { function($0, $0.signature, $0.stubCall) }
            )
        )
    }

    /// A function.
    ///
    /// ```swift
    /// /// The newest messages.
    /// public func newest(limit: Int) async throws(RepositoryError) -> [Message] {
    ///     try await networking.request(Endpoint.ListMessages(limit: limit))
    /// }
    /// ```
    private func function(
        _ operation: TranslatedOperation,
        _ signature: String,
        _ body: Block
    ) -> Block {
        var block = operation.docs
        block.line(access, signature, " {")
        for line in body.lines { block.line("    ", line) }
        block.line("}")
        return block
    }

    /// The operations under their Swift names.
    func operations(_ operations: [CheckedRepository.Operation]) -> [TranslatedOperation] {
        var functions = NameScope(.function, reserved: SwiftNames.repositoryMembers)
        let identifiers = functions.identifiers(for: operations.map(\.name))
        var properties = NameScope(.property, taken: Set(identifiers.map(\.text)))
        let stubs = properties.identifiers(for: identifiers.map { $0.text + "Stub" })
        return zip(operations, zip(identifiers, stubs)).compactMap { operation, names in
            endpoints[operation.endpoint].map {
                TranslatedOperation(name: names.0, stub: names.1, doc: operation.doc, endpoint: $0)
            }
        }
    }

    /// ` = NetworkingSession(api: Conversations.self)`, if the API has base URLs.
    func session(of api: String?) -> String {
        guard let api, reachableAPIs.contains(api) else { return "" }
        return " = NetworkingSession(api: \(names[api]).self)"
    }

    private func functionImports(_ operations: [TranslatedOperation]) -> Imports {
        operations.reduce(Imports()) { $0.union($1.endpoint.functionImports) }
    }
}

/// A function of a repository, and the endpoint it calls.
struct TranslatedOperation: Sendable {
    let name: SwiftIdentifier
    /// The property of the mock for it.
    let stub: SwiftIdentifier
    let doc: String?
    let endpoint: TranslatedEndpoint

    private var parameters: [TranslatedEndpoint.Parameter] { endpoint.parameters }

    /// Its own documentation, or that of its endpoint, and the attribute if it is deprecated.
    var docs: Block {
        let own = doc.map { Documentation.block($0) } ?? Block()
        var docs = own.isEmpty ? endpoint.docs : own
        if let deprecation = endpoint.deprecation { docs.line(deprecation) }
        return docs
    }

    /// Such as `func newest(limit: Int) async throws(RepositoryError) -> [Message]`.
    var signature: String {
        signature(parameters.map(\.bare))
    }

    /// A function for each parameter with a default, which leaves that parameter out.
    ///
    /// ```swift
    /// func newest(after: String? = nil) …   // newest(limit: 20, after: after)
    /// func newest(limit: Int) …             // newest(limit: limit, after: nil)
    /// ```
    ///
    /// One function with all the defaults would have the signature of the requirement and therefore
    /// satisfy it: a conforming type without the requirement would compile, and call itself
    /// forever. Parameters before the one left out are required, so each call matches one function.
    var conveniences: [(signature: String, statement: String)] {
        parameters.indices.compactMap { left in
            guard let value = parameters[left].defaultValue else { return nil }
            let before = parameters[..<left].map(\.bare)
            let after = parameters[(left + 1)...].map(\.full)
            let arguments = parameters.enumerated().map { index, parameter in
                index == left ? parameter.name.argument(value) : parameter.name.argument
            }
            let call = "\(qualified(name.name))(\(arguments.joined(separator: ", ")))"
            return (signature(before + after), endpoint.pages == nil ? "try await \(call)" : call)
        }
    }

    /// Such as `try await networking.request(Endpoint.ListMessages(limit: limit))`.
    var request: String {
        let call = "Endpoint.\(endpoint.name)(\(arguments))"
        let networking = qualified("networking")
        return endpoint.pages == nil
            ? "try await \(networking).request(\(call))" : "\(networking).pages(of: \(call))"
    }

    /// Declares the stub of the mock.
    ///
    /// ```swift
    /// public let newestStub = MockFunction<Int, [Message]>("newest")
    /// ```
    func declareStub(in block: inout Block, _ access: String) {
        let arguments =
            switch parameters.count {
            case 0: "Void"
            case 1: parameters[0].type
            default: "(\(parameters.map(\.element).joined(separator: ", ")))"
            }
        // The elements of the pages, page by page.
        let result = endpoint.pages == nil ? endpoint.result : endpoint.result.map { "[\($0)]" }
        let types = "<\(arguments), \(result ?? "Void")>"
        let name = StringLiteral.literal(name.text)
        let code = Documentation.code(self.name.text)
        block.line("/// The calls of ", code, ", and their results.")
        // The type of the response may be nested in a deprecated endpoint.
        if let deprecation = endpoint.deprecation { block.line(deprecation) }
        block.line(access, "let ", stub.name, " = MockFunction", types, "(", name, ")")
    }

    /// Such as `try await newestStub.call((limit, after))`.
    var stubCall: Block {
        let values = parameters.map(\.name.name).joined(separator: ", ")
        let arguments = parameters.count > 1 ? "(\(values))" : values
        let call = "\(qualified(stub.name)).call(\(arguments))"
        guard let pages = endpoint.pages else { return Block(["try await \(call)"]) }
        // The stub is called when the first page is requested.
        return Block([
            "\(pages) { () async throws(RepositoryError) in",
            "    try await self.\(stub.name).call(\(arguments)).map { .init(elements: $0) }",
            "}",
        ])
    }

    private func signature(_ parameters: [String]) -> String {
        let head = "func \(name.name)(\(parameters.joined(separator: ", ")))"
        if let pages = endpoint.pages { return "\(head) -> \(pages)" }
        return "\(head) async throws(RepositoryError)"
            + (endpoint.result.map { " -> \($0)" } ?? "")
    }

    private var arguments: String {
        parameters.map(\.name.argument).joined(separator: ", ")
    }

    /// A property, qualified with `self` if a parameter has the same name.
    private func qualified(_ member: String) -> String {
        parameters.contains { $0.name.name == member } ? "self.\(member)" : member
    }
}
