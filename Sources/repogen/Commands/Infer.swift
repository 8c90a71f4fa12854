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
            Reads JSON bodies of a service, and writes a schema that matches all of them to \
            standard output or to a file:

              repogen infer responses/user-*.json --name User
              repogen infer responses -o Schemas/shop.yaml    # a type for each folder
              curl -s https://shop.example.com/users/1 | repogen infer - --name User
              repogen infer events.ndjson --name Event
              repogen infer session.har                       # endpoints and repositories, too

            A file contains one value, one per line, or several in a row; a top-level array \
            contains many. Files are read in chunks, so they may be larger than memory.

            A property that is sometimes missing is optional, and one that is sometimes null is \
            nullable. A comment has the number:

              nickname?: String  # in 149 of 150

            Strings become dates, UUIDs, URLs, numbers or enums if all of them have that form and \
            no information is lost. Objects of the same shape share a name. The schema has only \
            properties that occur in the bodies, so more bodies give a better schema. Edit the \
            result as you like.

            In a recording (HAR), each request becomes an endpoint. A path component that is not a \
            word is a parameter. A word, even a user name, counts as a fixed part of the path, \
            unless the recording has several words in its place. A list, an item and the requests \
            that write it become a repository, with pages if there are any. The only values that \
            Repogen writes are the discriminators of unions, and the cases of enums if the \
            property has a name such as status or role. It writes no value of a property whose \
            name suggests a secret, such as pin or token.

            With --against, compares bodies with an existing schema, and reports each mismatch \
            with a correction:

              repogen infer --against Schemas User responses/user-*.json

            Exit status: 0 if all bodies were read and match; 1 if a body is not JSON (the others \
            are read) or does not match; 64 for invalid arguments, for example a missing file; 74 \
            if a file cannot be read or written.
            """
    )

    @Argument(
        help: ArgumentHelp(
            "Files with bodies, folders of them, or - for standard input.",
            valueName: "path"
        ),
        completion: .file(extensions: ["json", "ndjson", "jsonl", "har"])
    )
    var paths: [String] = []

    @Option(
        help: ArgumentHelp(
            "The type name of all bodies.",
            discussion: """
                Without it, bodies in one folder with half of their keys in common have one type, \
                named after their files or their folder.
                """,
            valueName: "name"
        )
    )
    var name: String?

    @Option(
        help: ArgumentHelp(
            "The name of a type to make an entity; repeatable.",
            discussion: "Default: all types whose objects all have an id.",
            valueName: "name"
        )
    )
    var entity: [String] = []

    @Flag(help: "Read all files as recordings (HAR), even if they do not look like one.")
    var har = false

    @Option(
        help: ArgumentHelp(
            "A schema or a folder of schemas to compare with. The first argument is then a type in it.",
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
                "nothing to read: name files or folders of JSON, or - for standard input"
            )
        }
        try requireText(name, of: "--name", "a name")
        if let name, NameTable.typeName(name) != name {
            let hint = NameTable.typeName(name).map { ", did you mean '\($0)'?" } ?? ""
            throw ValidationError("'\(name)' cannot be the name of a type\(hint)")
        }
        if let name, PrimitiveType(rawValue: name) != nil {
            throw ValidationError("'\(name)' cannot be the name of a type: it is built in")
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
            throw ValidationError("--against cannot be used with --name, --entity or --har")
        }
    }

    func run() throws {
        try Report.run(verbosity, format: .text) { report in
            try schema.requireFree()
            let spool = try InputSpool(against == nil ? paths[...] : paths.dropFirst())
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
                message: "no body has an object with properties, so there is nothing to declare"
            )
        }
    }

    /// Rejects an unknown name of an entity.
    private func requireEntities(in schema: ProposedSchema) throws {
        let structures = schema.declarations.filter { [.values, .entities].contains($0.section) }
        for name in entity {
            let found = structures.first { $0.name == name }
            if found?.section == .entities { continue }
            if found != nil {
                throw ToolError.arguments(
                    "'\(name)' cannot be an entity: some of its objects have no identity",
                    hint: "an identity is a string or an integer with the key id, _id or uuid"
                )
            }
            let nearest = NearestSpelling.nearest(to: name, in: structures.map(\.name))
            throw ToolError.arguments(
                "the bodies contain no type '\(name)' to make an entity",
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
        if let recording = found.first(where: { $0.content == .recording }) {
            let path = spool.source(recording, nil).path
            throw ToolError.arguments("--against compares bodies, but '\(path)' is a recording")
        }
        let result = try against.compare(found.map { spool.source($0, nil) })
        let here = ProjectLocator().workingDirectory
        report.add(
            result.diagnostics,
            display: DisplayPath(root: here, workingDirectory: here)
        )
        let bodies = result.count == 1 ? "1 body" : "\(result.count) bodies"
        guard var change = result.change else {
            if report.hasErrors { throw ExitCode.schemasAreWrong }
            return report.say("\(bodies) of \(paths[0]): all match")
        }
        change.header = [
            "Change or add these properties so that \(bodies) \(result.count == 1 ? "matches" : "match")."
        ]
        // The findings come before the correction.
        let count = result.diagnostics.count
        report.say("\(bodies) of \(paths[0]): \(count) finding\(count == 1 ? "" : "s")")
        try write(schema.writer.text(for: change))
        if report.hasErrors { throw ExitCode.schemasAreWrong }
    }

    private func header(_ result: BodyInference.Result) -> [String] {
        let count = result.count
        let what = count == 1 ? "1 body" : "\(count) bodies"
        return ["Inferred from \(what). Check it, rename what you like, and correct what is wrong."]
    }

    private func write(_ text: String) throws(ToolError) {
        guard let path = schema.path else { return try Terminal.output(text) }
        try DiskFile(path).put(Array(text.utf8))
    }
}
