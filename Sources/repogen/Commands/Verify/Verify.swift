import ArgumentParser
import Diagnostics
import Foundation
import SchemaLanguage
import ServiceVerification

/// Compares a service with the schemas.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Compare a live service with the schemas.",
        usage: "repogen verify <URL> [<options>]",
        discussion: """
            Sends the requests that generated code would send, and reports each difference from \
            the schemas, at the line of the schema, with a correction:

              $ repogen verify http://127.0.0.1:8080
              Schemas/messages.yaml:14:7: error: the schema requires 'likes', but the response lacks it [service-body]
              hint: write 'likes?' if it may be missing (GET /messages)

            By default, it only reads. With --write, it creates, changes and deletes entities, but \
            never touches existing ones. After Ctrl-C, it deletes the entities it created, and \
            lists those that it could not delete.

            A path in the URL replaces the path of each API. If the URL has none, the path of the \
            API is added. No request goes to another origin. Endpoints with GET, HEAD or OPTIONS are \
            called; others only with --call. The service may not know generated parameter values: \
            set known ones with --set.

              repogen verify https://staging.example.com --set GetUser.id=12

            A credential is sent as the API specifies: a token, user:password, or a key. Set it in \
            the environment, so that it does not appear in a list of processes:

              REPOGEN_CREDENTIAL=… repogen verify https://staging.example.com

            Exits with 3 if there are differences, and with 69 if the service does not respond or \
            nothing could be verified.
            """
    )

    @Argument(help: ArgumentHelp("The URL of the service.", valueName: "URL"))
    var address: String?
    /// The URL, which may also follow the paths of `--schemas`.
    private var url: String { address ?? "" }

    @Flag(help: "Create, change and delete entities.")
    var write = false

    @Option(
        help: ArgumentHelp(
            "The repositories and endpoints to verify; all by default.",
            valueName: "name"
        )
    )
    var only: [String] = []

    @Option(
        name: .customLong("set"),
        help: ArgumentHelp(
            "The value of a parameter; repeatable.",
            valueName: "[endpoint.]name=value"
        )
    )
    var parameters: [String] = []

    @Option(
        name: .customLong("call"),
        help: ArgumentHelp(
            "An endpoint to call even if it may change data; repeatable.",
            valueName: "name"
        )
    )
    var calls: [String] = []

    @Option(
        name: .customLong("header"),
        help: ArgumentHelp(
            "A header field for every request; repeatable.",
            valueName: "name: value"
        )
    )
    var headers: [String] = []

    @Option(
        help: ArgumentHelp(
            "The maximum number of requests per second; 0 for no limit.",
            valueName: "number"
        )
    )
    var rate = 20.0

    @Option(help: ArgumentHelp("The maximum number of requests.", valueName: "number"))
    var limit = 2_000

    @Option(help: ArgumentHelp("The timeout of a response in seconds.", valueName: "number"))
    var timeout = 30

    @Option(
        help: ArgumentHelp(
            "The seed of generated values. Default: a random one.",
            valueName: "number"
        )
    )
    var seed: UInt64?

    @OptionGroup(title: "Schemas") var project: SchemaOptions
    @OptionGroup var diagnostics: DiagnosticsOptions
    @OptionGroup var verbosity: VerbosityOptions
    @OptionGroup(visibility: .hidden) var stray: StrayArguments

    mutating func validate() throws {
        if address == nil {
            address = try project.schemas.takeArgument("URL") { $0.contains("://") }
        }
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
            ["http", "https"].contains(parts.scheme?.lowercased())
        else {
            throw ValidationError(
                "expected an http or https URL with a host, such as http://127.0.0.1:8080"
            )
        }
        guard parts.user == nil, parts.password == nil else {
            throw ValidationError(
                "the URL contains a password, which logs may store: use REPOGEN_CREDENTIAL"
            )
        }
        guard (1...65_535).contains(parts.port ?? 80) else {
            throw ValidationError("the port of the URL must be a number from 1 to 65535")
        }
        guard parts.query == nil, parts.fragment == nil else {
            throw ValidationError("the URL may not have a query or a fragment")
        }
        guard rate == 0 || (0.001...100_000).contains(rate) else {
            throw ValidationError("--rate needs 0 or a number of at least 0.001, not \(rate)")
        }
        guard (1...1_000_000).contains(limit) else {
            throw ValidationError("--limit needs a number from 1 to 1000000, not \(limit)")
        }
        guard (1...3_600).contains(timeout) else {
            throw ValidationError("--timeout needs a number from 1 to 3600, not \(timeout)")
        }
        _ = try pairs(parameters, of: "--set", separator: "=")
        for name in try pairs(headers, of: "--header", separator: ":").keys {
            guard
                name.allSatisfy({
                    $0.isASCII && ($0.isLetter || $0.isNumber || "-_.!#$%&'*+^`|~".contains($0))
                })
            else {
                throw ValidationError("--header: '\(name)' cannot be the name of a header field")
            }
        }
    }

    func run() throws {
        try Report.run(verbosity, format: diagnostics.diagnostics.format) { report in
            try verify(&report)
        }
    }

    private func verify(_ report: inout Report) throws {
        let inputs = try project.inputs(report: &report)
        let results = try Generation(inputs, report: &report).results
        let settings = try settings()
        let interruption = Interruption()
        let register = CreatedRegister()
        let signal = InterruptSignal { isFirst in
            guard !isFirst else {
                interruption.interrupt()
                let isEmpty = register.lines.isEmpty
                return Terminal.write(isEmpty ? "stopping" : "stopping: deleting created entities")
            }
            let lines = register.lines.map { "\n  \($0)" }.joined()
            if !lines.isEmpty { Terminal.write("not deleted:\(lines)") }
        }
        defer { signal.stop() }
        let isVerbose = verbosity.verbose
        let verifiers = results.map { result in
            ServiceVerifier(
                result.schema,
                settings,
                interruption: interruption,
                register: register
            ) { line in
                if isVerbose { Terminal.write(line) }
            }
        }
        try requireNames(verifiers.flatMap(\.names))
        // With several outputs, a parameter belongs to any of them.
        let problems = verifiers.compactMap(\.problem)
        if problems.count == verifiers.count, let problem = problems.first {
            throw ToolError.arguments(problem)
        }
        var total = Verification()
        for (verifier, result) in zip(verifiers, results) {
            let verification = verifier.verifyAndWait()
            let files = result.part.schemas + result.part.imports.flatMap(\.files)
            let places = DifferencePlaces(result.schema, files)
            let found = verification.differences.map { places.diagnostic($0) }
            report.add(found, sources: files, display: inputs.display)
            total.add(verification)
        }
        try conclude(total, &report)
    }

    private func settings() throws -> VerificationSettings {
        var settings = VerificationSettings(url: url)
        settings.writes = write
        settings.names = Set(only)
        settings.calls = Set(calls)
        settings.parameters = try pairs(parameters, of: "--set", separator: "=")
        settings.headers = try pairs(headers, of: "--header", separator: ":")
        settings.credential = ProcessInfo.processInfo.environment["REPOGEN_CREDENTIAL"]
        settings.rate = rate
        settings.maximumRequests = limit
        settings.timeout = .seconds(timeout)
        settings.seed = seed ?? UInt64(Date().timeIntervalSince1970 * 1_000)
        return settings
    }

    /// The names and values of an option, split at a separator.
    private func pairs(
        _ texts: [String],
        of option: String,
        separator: Character
    ) throws -> [String: String] {
        var pairs: [String: String] = [:]
        for text in texts {
            guard let place = text.firstIndex(of: separator), place != text.startIndex else {
                throw ValidationError("\(option) needs 'name\(separator)value', not '\(text)'")
            }
            let value = text[text.index(after: place)...]
            pairs[String(text[..<place])] = value.trimmingCharacters(in: .whitespaces)
        }
        return pairs
    }

    private func requireNames(_ known: [String]) throws(ToolError) {
        for name in only + calls where !known.contains(name) {
            let nearest = NearestSpelling.nearest(to: name, in: known)
            throw .arguments(
                "no repository of an entity and no endpoint is named '\(name)'",
                hint: nearest.map { "did you mean '\($0)'?" }
            )
        }
    }

    private func conclude(_ verification: Verification, _ report: inout Report) throws {
        for (reason, subjects) in verification.unverifiedByReason {
            report.say("not verified: \(subjects.joined(separator: ", ")): \(reason)")
        }
        let count = verification.differences.count
        let differences = count == 1 ? "1 difference" : "\(count) differences"
        let requests =
            verification.requests == 1 ? "1 request" : "\(verification.requests) requests"
        report.say("\(differences), \(verification.confirmed) checks passed, \(requests)")
        if !verification.left.isEmpty {
            Terminal.write(
                "not deleted:\n" + verification.left.map { "  \($0)" }.joined(separator: "\n")
            )
        }
        if verification.isInterrupted { throw ExitCode(130) }
        if verification.responses == 0, verification.requests > 0 {
            let reason = verification.unverified.first?.reason
            throw ToolError(kind: .service, message: "\(url) does not respond", hint: reason)
        }
        if verification.isExhausted {
            report.say("not everything was verified: --limit allows \(limit) requests")
        }
        if count == 0, verification.confirmed == 0 {
            let reason = verification.unverified.first?.reason
            throw ToolError(
                kind: .service,
                message: "nothing could be verified",
                hint: reason ?? "the schemas have no repository and no endpoint"
            )
        }
        if count > 0 || !verification.left.isEmpty { throw ExitCode.outputDiffers }
    }
}
