import ArgumentParser
import Foundation
import SchemaLanguage
import ServiceMock

/// Runs the mock server.
struct Mock: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Run a mock server for the schemas, on loopback.",
        discussion: """
            Starts a server that stands in for the services of the schemas. It supports all \
            operations on the entities of each repository, and responds to each endpoint with its \
            example or with generated values of the right types. It follows the conventions of \
            each API: paging, filters, versions, tombstones, idempotency keys and errors.

              $ repogen mock --schemas Schemas/Messages
              http://127.0.0.1:8080

              12:30:01 GET /v1/messages 200 MessageRepository
              12:30:05 POST /v1/messages 422 MessageRepository
                       text: This property is required.

            Standard output has only the URL. Every request is logged, with its deviations from \
            the schemas. Entities are in memory only, and are lost when the server stops.

            A fault is a rule: a method, the start of a path, an effect, and how often it applies:

              repogen mock --fault "delay 200ms" --fault "POST /v1/messages lose 20% 3x"

            \(Mock.faultWords)

            While the server runs, type rules (`help` lists the commands), or send them:

              curl -X PUT --data 'status 503 retry 5 10%' http://127.0.0.1:8080/__mock/faults
              curl -X DELETE http://127.0.0.1:8080/__mock/faults

            When a schema is saved, the server reloads it, and keeps the entities that match it; \
            while the schema is invalid, the server continues with the previous version.

            With --record, requests are forwarded to a real service, and the bodies of its \
            responses are stored as samples, without secrets:

              repogen mock --record https://api.example.com --bodies Bodies
              repogen mock --bodies Bodies
            """
    )

    /// The faults, one per line.
    static let faultWords = MockFaultRule.words.map { usage, meaning in
        "  " + usage.padding(toLength: 22, withPad: " ", startingAt: 0) + meaning
    }.joined(separator: "\n")

    @Option(help: ArgumentHelp("The port; 0 for any free one.", valueName: "number"))
    var port = 8080

    @Option(
        help: ArgumentHelp(
            "The seed of generated values and random faults: the same seed gives the same results.",
            valueName: "number"
        )
    )
    var seed: UInt64 = 0

    @Option(
        help: ArgumentHelp("The initial number of entities per repository.", valueName: "number")
    )
    var count = 20

    @Option(
        name: .customLong("fault"),
        help: ArgumentHelp("A rule that makes requests fail; repeatable.", valueName: "rule")
    )
    var faults: [String] = []

    @Option(
        help: ArgumentHelp(
            "A folder of response bodies.",
            discussion: """
                NAME.json is the response of the endpoint NAME, and NAME/25.json its response for \
                the path parameter 25. NAME.json of a repository contains its initial entities.
                """,
            valueName: "folder"
        ),
        completion: .directory
    )
    var bodies: String?

    @Option(
        help: ArgumentHelp(
            "Forward requests to this service, and store its responses in the folder of bodies.",
            discussion: """
                Without --bodies, the folder is 'Bodies'. Credentials are forwarded but not \
                stored; values of properties that are redacted, or whose keys look like secrets, \
                are replaced with generated ones. Redirects are returned to the client, and bodies \
                are cut off after 16 MiB.
                """,
            valueName: "url"
        )
    )
    var record: String?

    @OptionGroup(title: "Schemas") var project: SchemaOptions
    @OptionGroup var verbosity: VerbosityOptions
    @OptionGroup(visibility: .hidden) var stray: StrayArguments

    func validate() throws {
        try requireText(bodies, of: "--bodies", "a folder")
        if let bodies, record == nil, !FileManager.default.fileExists(atPath: bodies) {
            throw ValidationError("no folder of bodies at '\(bodies)'")
        }
        try requireText(record, of: "--record", "the address of a service")
        if record != nil, !faults.isEmpty {
            throw ValidationError(
                "--record uses the responses of the service; omit --fault"
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
            Self.warn(of: server.conflicts)
            report.say(Self.summary(of: server))
            source.follow { schema in
                server.replaceSchema(schema)
                Self.warn(of: server.conflicts)
            }
            MockTerminal(server).run()
        }
    }

    private static func warn(of conflicts: [String]) {
        guard !conflicts.isEmpty else { return }
        for conflict in conflicts { Terminal.write("warning: \(conflict)") }
        Terminal.write("hint: run a mock for each API, with --schemas and --port")
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
        report.say("  records \(service) in '\(folder)'\nPress Ctrl-C to stop.")
        source.follow { server.replaceSchema($0) }
        MockRecording.waitUntilTold()
    }

    /// The error for invalid response bodies.
    static func mistake(in bodies: InvalidBodies) -> ToolError {
        let problems = bodies.problems.map { "\n  \($0)" }.joined()
        return ToolError(kind: .schemas, message: "bodies do not match the schemas:\(problems)")
    }

    /// The error if the server cannot listen.
    static func nothingServed(_ error: any Error) -> ToolError {
        .arguments(
            "the server cannot start: \(error)",
            hint: "choose another port with --port, or 0 for any free one"
        )
    }

    /// The served collections and endpoints, one collection per line.
    private static func summary(of server: MockServer) -> String {
        let (collections, endpoints) = server.contents
        var lines = collections.map { collection -> String in
            let noun = collection.count == 1 ? "entity" : "entities"
            return "  \(collection.path)  \(collection.name), \(collection.count) \(noun)"
        }
        if !endpoints.isEmpty {
            let noun = endpoints.count == 1 ? "endpoint" : "endpoints"
            lines.append("  \(collections.isEmpty ? "" : "and ")\(endpoints.count) \(noun)")
        }
        return lines.joined(separator: "\n")
            + "\nType `help` for the list of faults. Press Ctrl-C to stop."
    }
}
