import ArgumentParser
import Diagnostics
import Foundation
import SchemaImport
import SchemaInference
import SchemaLanguage
import SwiftEmitter

/// Infers a schema.
struct Infer: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Infer a schema from JSON bodies, or from a recorded session.",
        discussion: """
            Reads bodies as a service sends them, and writes a schema that all of them fit, to standard \
            output or a file:

              repogen infer responses/user-*.json --name User
              repogen infer responses -o Schemas/shop.yaml    # a kind for each folder
              curl -s https://shop.example.com/users/1 | repogen infer - --name User
              repogen infer events.ndjson --name Event
              repogen infer session.har                       # endpoints and repositories, too

            A file has one value, one on each line, or several in a row; an array at the top has many. \
            Files are read in parts, so that they may be larger than memory.

            What is sometimes null or missing may be so in the schema, with a comment that counts it:

              nickname?: String  # in 149 of 150

            Texts become dates, UUIDs, URLs, numbers or enums where all of them are that and nothing is \
            lost. Objects of one shape get one name wherever they are. The more bodies, the better: what \
            none of them has, the schema has not. Edit the result, it is yours.

            In a recording (HAR), each request becomes an endpoint. What in a path is no word is a \
            parameter; a word, such as a user's name, cannot be told from a name of the service until \
            there are several. A list, an item and the requests that write it become a repository, with \
            pages where there are any. No value of a recording is written but the words of tags, and of \
            enums under a name such as status or role; and none under a name that hints at a secret, such \
            as pin or token.

            Compare bodies with a schema that there is: each place that does not fit is reported, and what \
            to write instead:

              repogen infer --against Schemas User responses/user-*.json

            Exit status: 0 where all was read, and fits; 1 where a body is no JSON (the others are read) \
            or does not fit; 64 for wrong arguments, such as a file that is not there; 74 where one cannot \
            be read or written.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Files with bodies, folders of such files, or - for standard input.",
            valueName: "path"
        ),
        completion: .file(extensions: ["json", "ndjson", "jsonl", "har"])
    )
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "The name of what all bodies are.",
            discussion: """
                Without it, the bodies of one folder are of one kind where they have half of their keys \
                in common, and are called as their files or their folder.
                """,
            valueName: "name"
        )
    )
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The name of what is to be an entity; may be repeated.",
            discussion: "Without it, objects with an id in each of them are entities.",
            valueName: "name"
        )
    )
    var entity: [String] = []

    @Flag(help: "Read all files as recordings (HAR), also where they do not look like one.")
    var har = false

    @Option(
        help: ArgumentHelp(
            "A schema, or a folder of schemas, to compare bodies with; the first path is then a type in it.",
            valueName: "schema"
        ),
        completion: .file(extensions: ["yaml", "yml"])
    )
    var against: String?

    @OptionGroup var schema: SchemaOutput
    @OptionGroup var verbosity: VerbosityOptions

    func validate() throws {
        guard !paths.isEmpty else {
            throw ValidationError(
                "there is nothing to read: name files or folders of JSON, or - for standard input"
            )
        }
        try requireText(name, of: "--name", "a name")
        if let name, NameTable.typeName(name) != name {
            let hint = NameTable.typeName(name).map { ", did you mean '\($0)'?" } ?? ""
            throw ValidationError("'\(name)' cannot be the name of a type\(hint)")
        }
        if let name, PrimitiveType(rawValue: name) != nil {
            throw ValidationError("'\(name)' cannot be the name of a type: the language has one")
        }
        if let name, let reason = SwiftNames.reservedTypeNames[name] {
            throw ValidationError("'\(name)' cannot be the name of a type: \(reason)")
        }
        if against != nil, paths.count < 2 {
            throw ValidationError(
                "--against takes a type and files: `repogen infer --against Schemas User user.json`"
            )
        }
        if against != nil, name != nil || !entity.isEmpty || har {
            throw ValidationError("--against excludes --name, --entity and --har")
        }
    }

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            try schema.requireFree()
            let spool = try InputSpool(against == nil ? paths[...] : paths.dropFirst())
            defer { spool.remove() }
            if let against {
                try compare(with: against, spool, &report)
            } else {
                try infer(spool, &report)
            }
        }
    }

    // MARK: - Inference

    private func infer(_ spool: InputSpool, _ report: inout Report) throws {
        let found = try BodyDiscovery.files(
            at: paths.map(spool.path),
            areRecordings: har
        )
        let line = ProgressLine.watched(verbosity)
        defer { line?.clear() }
        let total = found.reduce(0) { $0 + $1.size }
        let progress = line.map { ReadingProgress(total: total, on: $0) }
        let sources = found.map { spool.source($0, progress) }
        let recordings = zip(found, sources).filter { $0.0.content == .recording }.map(\.1)
        let bodies = zip(found, sources).filter { $0.0.content == .bodies }.map(\.1)
        let inference = BodyInference(
            name: name,
            settings: ProposalSettings(
                reservedNames: Set(SwiftNames.reservedTypeNames.keys),
                entities: entity.isEmpty ? nil : Set(entity)
            )
        )
        let result = try inference.infer(bodies: bodies, recordings: recordings)
        line?.clear()
        try requireEntities(in: result.schema)
        let here = ProjectLocator().workingDirectory
        report.add(
            result.diagnostics,
            display: DisplayPath(root: here, workingDirectory: here)
        )
        if !result.schema.declarations.isEmpty {
            var proposal = result.schema
            if !schema.noEvidence { proposal.header = header(result) }
            try write(schema.writer.text(for: proposal))
            if let output = schema.output { report.say("wrote \(output)") }
        }
        if report.hasErrors { throw ExitCode.schemasAreWrong }
        guard !result.schema.declarations.isEmpty else {
            throw ToolError(
                kind: .schemas,
                message: "there is no object in the bodies, so that there is nothing to declare"
            )
        }
    }

    /// Refuses the name of an entity that there is not.
    private func requireEntities(in schema: ProposedSchema) throws {
        let structures = schema.declarations.filter { [.values, .entities].contains($0.section) }
        for name in entity {
            let found = structures.first { $0.name == name }
            if found?.section == .entities { continue }
            if found != nil {
                throw ToolError.arguments(
                    "'\(name)' cannot be an entity: not all of its objects have an identity",
                    hint: "an identity is a text or a whole number called id, _id or uuid"
                )
            }
            let nearest = NearestSpelling.nearest(to: name, in: structures.map(\.name))
            throw ToolError.arguments(
                "there is no '\(name)' in the bodies to be an entity",
                hint: nearest.map { "did you mean '\($0)'?" }
            )
        }
    }

    // MARK: - Comparison

    private func compare(
        with declared: String,
        _ spool: InputSpool,
        _ report: inout Report
    ) throws {
        let against = try InferenceAgainst(declared, type: paths[0], &report)
        let found = try BodyDiscovery.files(
            at: paths.dropFirst().map(spool.path),
            areRecordings: false
        )
        let result = try against.compare(found.map { spool.source($0, nil) })
        let here = ProjectLocator().workingDirectory
        report.add(
            result.diagnostics,
            display: DisplayPath(root: here, workingDirectory: here)
        )
        let bodies = result.count == 1 ? "1 body" : "\(result.count) bodies"
        guard var change = result.change else {
            if report.hasErrors { throw ExitCode.schemasAreWrong }
            return report.say("\(bodies) of \(paths[0]): all fit")
        }
        change.header = ["Change or add these properties, and all of \(bodies) fit."]
        // What was found comes before what to do about it.
        let count = result.diagnostics.count
        report.say("\(bodies) of \(paths[0]): \(count) finding\(count == 1 ? "" : "s")")
        try write(schema.writer.text(for: change))
        if report.hasErrors { throw ExitCode.schemasAreWrong }
    }

    private func header(_ result: BodyInference.Result) -> [String] {
        let count = result.count
        let what = count == 1 ? "1 body" : "\(count) bodies"
        return ["Inferred from \(what). Read it, rename what you like, and keep what is true."]
    }

    private func write(_ text: String) throws(ToolError) {
        guard let path = schema.path else { return try Terminal.output(text) }
        try DiskFile(path).put(Array(text.utf8))
    }
}
