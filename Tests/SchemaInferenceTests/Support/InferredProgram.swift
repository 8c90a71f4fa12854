import Diagnostics
import Foundation
import SchemaImport
import SchemaInference
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// A program that is generated of an inferred schema, and reads bodies and writes them back.
struct InferredProgram {
    /// A body, and the type that it is of.
    struct Body {
        let type: String
        let file: URL
    }

    private let folder: URL
    private let program: URL

    /// Generates, and compiles with warnings as errors.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - types: The types of bodies.
    /// - Throws: Where the schema has a mistake, or what is generated does not compile.
    init(_ schema: ProposedSchema, types: [String]) async throws {
        let text = SchemaTextWriter().text(for: schema)
        let checked = try InferredSchema.check(text)
        folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-inferred-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var files: [URL] = []
        for file in try SwiftEmitter().emit(checked) {
            let url = folder.appending(path: file.path.replacing("/", with: "-"))
            try Data(file.contents.utf8).write(to: url)
            files.append(url)
        }
        let main = folder.appending(path: "RoundTrip.swift")
        try Data(Self.driver(types).utf8).write(to: main)
        program = folder.appending(path: "round-trip")
        let messages = try await SwiftCompiler.link(
            files + [main],
            with: [
                "RepositoryRuntime", "RepositoryStrategy", "HTTPTypes", "HTTPTypesFoundation",
            ],
            to: program
        )
        try #require(messages.isEmpty, "\(messages.prefix(4000))\n\(text.prefix(4000))")
    }

    /// Reads bodies, and writes them back.
    ///
    /// - Returns: A line for each body that is not the same afterwards.
    func failures(_ bodies: [Body]) async throws -> [String] {
        let list = folder.appending(path: "bodies")
        try Data(bodies.map { "\($0.type)\t\($0.file.path)\n" }.joined().utf8).write(to: list)
        let output = folder.appending(path: "output").path
        let command = [program.path, list.path]
        let folder = folder.path
        let status = try await BackgroundWork.run {
            try ChildProcess(
                command,
                in: folder,
                environment: ProcessInfo.processInfo.environment,
                output: output,
                errors: output + ".errors"
            ).wait()
        }
        let text = try String(contentsOfFile: output, encoding: .utf8)
        try #require(status == 0, "the program exits with \(status): \(text.suffix(2000))")
        return text.split(separator: "\n").map(String.init)
    }

    /// Removes what was generated.
    func remove() {
        try? FileManager.default.removeItem(at: folder)
    }

    private static func driver(_ types: [String]) -> String {
        let cases = Set(types).sorted().map {
            "            case \"\($0)\": check(\($0).self, file)\n"
        }
        return """
            import Foundation
            import RepositoryRuntime

            @main
            struct RoundTrip {
                static func check<Value: JSONDecodable & JSONEncodable>(_: Value.Type, _ file: String) {
                    do {
                        let body = try Data(contentsOf: URL(filePath: file))
                        let written = try Value(jsonData: body).jsonData()
                        if try JSON(jsonData: written) != JSON(jsonData: body) {
                            print("differs: \\(file)")
                        }
                    } catch {
                        print("fails: \\(file): \\(error)")
                    }
                }

                static func main() throws {
                    let list = try String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
                    for line in list.split(separator: "\\n") {
                        let parts = line.split(separator: "\\t")
                        let file = String(parts[1])
                        switch String(parts[0]) {
            \(cases.joined())            default: print("unknown: \\(line)")
                        }
                    }
                }
            }
            """
    }
}

extension ProposedType {
    /// The type in Swift.
    var swiftText: String {
        switch self {
        case .name(let name): name
        case .array(let element): "[\(element.swiftText)]"
        case .dictionary(let value): "[String: \(value.swiftText)]"
        case .optional(let inner): "\(inner.swiftText)?"
        case .inline: "Never"
        }
    }
}

/// An inferred schema, as a user would go on with it.
enum InferredSchema {
    /// Checks a schema: it has no mistakes, and is canonical.
    static func check(_ text: String) throws -> CheckedSchema {
        let file = SourceFile(path: "inferred.yaml", text: text)
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (checked, diagnostics) = compiler.compile([file])
        let printed = DiagnosticPrinter(files: [file]).text(for: diagnostics)
        #expect(diagnostics.isEmpty, "\(printed)")
        let schema = try #require(checked, "\(printed)\n\(text.prefix(6000))")
        let form = try SchemaFormatter(.schema).format(file)
        #expect(form == .canonical, "not canonical: \(text.prefix(6000))")
        return schema
    }

    /// The settings of the command.
    static let settings = ProposalSettings(
        reservedNames: Set(SwiftNames.reservedTypeNames.keys)
    )

    /// Infers a schema from texts.
    static func infer(_ bodies: String..., name: String? = "Body") throws -> BodyInference.Result {
        try infer(bodies, name: name)
    }

    /// Infers a schema from texts.
    static func infer(_ bodies: [String], name: String? = "Body") throws -> BodyInference.Result {
        let sources = bodies.enumerated().map { number, text in
            BodySource(path: "body-\(number).json", bytes: Array(text.utf8))
        }
        return try BodyInference(name: name, settings: settings).infer(bodies: sources)
    }

    /// The text of the schema that is inferred from texts, without evidence.
    static func text(_ bodies: String..., name: String = "Body") throws -> String {
        let result = try infer(bodies, name: name)
        #expect(result.diagnostics.isEmpty)
        let text = SchemaTextWriter(showsEvidence: false).text(for: result.schema)
        _ = try check(text)
        return text
    }
}
