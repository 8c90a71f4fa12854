import ArgumentParser
import Foundation
import SchemaLanguage
import ServiceMock

/// Serves.
struct Mock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Serve what the schemas describe, on loopback.",
        discussion: """
            Starts a server that stands in for the services of the schemas: every repository with entities \
            that can be created, read, changed and deleted, and every endpoint with its example, or with \
            made-up values that fit. It follows the conventions of each API: paging, filters, versions, \
            tombstones, idempotency keys and errors.

              $ repogen mock --schemas Schemas/Messages
              http://127.0.0.1:8080

              12:30:01 GET /v1/messages 200 MessageRepository
              12:30:05 POST /v1/messages 422 MessageRepository
                       text: This property is required.

            The address is the only line on standard output. Every request is logged, with what in it the \
            schemas do not know. Nothing is written to disk; when it ends, the entities are gone.

            A fault is a rule: a method, the beginning of a path, what happens, how often:

              repogen mock --fault "delay 200ms" --fault "POST /v1/messages lose 20% 3x"

            \(Mock.faultWords)

            While it runs, a line that is typed sets a rule, too; `help` tells more. From elsewhere:

              curl -X PUT --data 'status 503 retry 5 10%' http://127.0.0.1:8080/__mock/faults
              curl -X DELETE http://127.0.0.1:8080/__mock/faults

            When a schema is saved, the server takes it over and keeps its entities; while the schema has \
            a mistake, the server goes on with the one before.

            With --record, requests go on to a real service, and the bodies of its responses are kept as \
            samples, without secrets:

              repogen mock --record https://api.example.com --bodies Bodies
              repogen mock --bodies Bodies
            """
    )

    /// The faults, a line for each.
    static let faultWords = MockFaultRule.words.map { usage, meaning in
        "  " + usage.padding(toLength: 22, withPad: " ", startingAt: 0) + meaning
    }.joined(separator: "\n")

    @Option(help: ArgumentHelp("The port; 0 for any that is free.", valueName: "number"))
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "The seed of made-up values and random faults: the same one gives the same.",
            valueName: "number"
        )
    )
    var seed: UInt64 = 0

    @Option(
        help: ArgumentHelp("How many entities each repository begins with.", valueName: "number")
    )
    var count = 20

    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp("A rule by which requests go wrong; may be repeated.", valueName: "rule")
    )
    var faults: [String] = []

    @Option(
        help: ArgumentHelp(
            "A folder of bodies to answer with.",
            discussion: """
                NAME.json is the response of the endpoint of that name, NAME/25.json that for the \
                parameter 25 of its path. NAME.json of a repository has its first entities.
                """,
            valueName: "folder"
        ),
        completion: .directory
    )
    var bodies: String?

    @Option(
        help: ArgumentHelp(
            "Pass requests on to this service, and keep its responses in the folder of bodies.",
            discussion: """
                Without --bodies, in 'Bodies'. Credentials go on to the service and are not kept; values of \
                properties that are redacted, or look like secrets, are replaced by made-up ones. Redirects \
                go back to the client, and a body ends after 16 MiB.
                """,
            valueName: "url"
        )
    )
    var record: String?

    @OptionGroup(title: "The schemas") var project: SchemaOptions
    @OptionGroup var verbosity: VerbosityOptions
    @OptionGroup(visibility: .hidden) var stray: StrayArguments

    func validate() throws {
        try requireText(bodies, of: "--bodies", "a folder")
        try requireText(record, of: "--record", "the address of a service")
        if record != nil, !faults.isEmpty {
            throw ValidationError(
                "--record lets the service decide what happens; leave out --fault"
            )
        }
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port needs a number from 0 to 65535, not \(port)")
        }
        guard (0...1_000_000).contains(count) else {
            throw ValidationError("--count needs a number from 0 to 1000000, not \(count)")
        }
        for fault in faults {
            do { _ = try MockFaultRule(fault) } catch { throw ValidationError("--fault: \(error)") }
        }
    }

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            let source = MockSchema(try project.projectOptions(), verbosity)
            let schema = try source.read(&report)
            if let record { return try self.record(record, schema, source, &report) }
            let server = try start(schema)
            server.faultRules = try faults.map { try MockFaultRule($0) }
            try Terminal.output(server.url + "\n")
            report.say(Self.summary(of: server))
            source.follow { server.replaceSchema($0) }
            MockTerminal(server).run()
        }
    }

    private func start(_ schema: CheckedSchema) throws -> MockServer {
        let isQuiet = verbosity.quiet
        do {
            return try MockServer.startAndWait(
                schema,
                bodies: bodies.map { URL(filePath: $0) },
                port: port,
                seed: seed,
                count: count,
                log: { if !isQuiet { Terminal.write(MockLog.text(of: $0)) } }
            )
        } catch let error as InvalidBodies {
            throw Self.mistake(in: error)
        } catch {
            throw Self.nothingServed(error)
        }
    }

    private func record(
        _ service: String,
        _ schema: CheckedSchema,
        _ source: MockSchema,
        _ report: inout Report
    ) throws {
        let folder = bodies ?? MockRecording.defaultBodies
        let recording = MockRecording(
            service: service,
            bodies: folder,
            port: port,
            seed: seed,
            isQuiet: verbosity.quiet
        )
        let server = try recording.start(schema)
        try Terminal.output(server.url + "\n")
        report.say("  records \(service) in '\(folder)'\nCtrl-C ends it.")
        source.follow { server.replaceSchema($0) }
        MockRecording.waitUntilTold()
    }

    /// What is wrong in a folder of bodies.
    static func mistake(in bodies: InvalidBodies) -> ToolError {
        let problems = bodies.problems.map { "\n  \($0)" }.joined()
        return ToolError(kind: .schemas, message: "bodies do not fit the schemas:\(problems)")
    }

    /// Why no server listens.
    static func nothingServed(_ error: any Error) -> ToolError {
        .arguments(
            "nothing can be served: \(error)",
            hint: "choose another with --port, or 0 for any that is free"
        )
    }

    /// What is served, a line for each collection.
    private static func summary(of server: MockServer) -> String {
        let (collections, endpoints) = server.contents
        var lines = collections.map { collection -> String in
            let noun = collection.count == 1 ? "entity" : "entities"
            return "  \(collection.path)  \(collection.name), \(collection.count) \(noun)"
        }
        if !endpoints.isEmpty {
            let noun = endpoints.count == 1 ? "endpoint" : "endpoints"
            lines.append("  and \(endpoints.count) \(noun)")
        }
        return lines.joined(separator: "\n")
            + "\nType `help` for what can go wrong. Ctrl-C ends it."
    }
}
