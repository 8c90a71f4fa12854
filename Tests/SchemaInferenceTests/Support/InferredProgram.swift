import Diagnostics
import Foundation
import SchemaImport
import SchemaInference
import SchemaLanguage
import SwiftEmitter
import TestSupport
import Testing

/// A program generated from an inferred schema.
typealias InferredProgram = RoundTripProgram

extension RoundTripProgram {
    /// Generates the program, and compiles it with warnings as errors.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - types: The types of bodies.
    /// - Throws: if the schema is invalid, or the generated code does not compile.
    init(_ schema: ProposedSchema, types: [String]) async throws {
        let checked = try InferredSchema.check(SchemaTextWriter().text(for: schema))
        let files = try SwiftEmitter().emit(checked).map { ($0.path, $0.contents) }
        try await self.init(files, types: types)
    }
}

extension ProposedType {
    /// The Swift type.
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

/// An inferred schema, as a user would continue with it.
enum InferredSchema {
    /// Checks that a schema is valid and canonical.
    static func check(_ text: String, isCanonical: Bool = true) throws -> CheckedSchema {
        let file = SourceFile(path: "inferred.yaml", text: text)
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (checked, diagnostics) = compiler.compile([file])
        let printed = DiagnosticPrinter(files: [file]).text(for: diagnostics)
        #expect(diagnostics.isEmpty, "\(printed)")
        let schema = try #require(checked, "\(printed)\n\(text.prefix(6000))")
        let form = try SchemaFormatter(.schema).format(file)
        #expect(!isCanonical || form == .canonical, "not canonical: \(text.prefix(6000))")
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

    /// The text of the schema inferred from texts, without evidence.
    static func text(_ bodies: String..., name: String = "Body") throws -> String {
        let result = try infer(bodies, name: name)
        #expect(result.diagnostics.isEmpty)
        let text = SchemaTextWriter(showsEvidence: false).text(for: result.schema)
        _ = try check(text)
        return text
    }
}
