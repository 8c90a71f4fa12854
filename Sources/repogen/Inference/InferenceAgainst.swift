import ArgumentParser
import Diagnostics
import Foundation
import SchemaImport
import SchemaInference
import SchemaLanguage
import SwiftEmitter

/// A comparison of bodies with a schema on disk.
struct InferenceAgainst {
    private let comparison: BodyComparison

    /// Reads the schema.
    ///
    /// - Parameters:
    ///   - path: A schema, or a folder of schemas.
    ///   - type: The name of the bodies' type.
    ///   - report: Collects errors in the schema.
    /// - Throws: ``ToolError``, or an exit status, if the schema or the type does not exist.
    init(_ path: String, type: String, _ report: inout Report) throws {
        try ProjectOptions.requireSchemas(at: path)
        let locator = ProjectLocator()
        let root = locator.workingDirectory
        let place = locator.url(path).path(relativeTo: root)
        let files = try SchemaDiscovery(root: root).files(at: [place])
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, diagnostics) = compiler.compile(files)
        report.add(
            diagnostics,
            sources: files,
            display: DisplayPath(root: root, workingDirectory: root)
        )
        guard let schema, !report.hasErrors else { throw ExitCode.schemasAreWrong }
        let comparison = BodyComparison(
            schema,
            type: type,
            reservedNames: Set(SwiftNames.reservedTypeNames.keys)
        )
        guard let comparison else {
            let names = BodyComparison.names(in: schema)
            throw ToolError.arguments(
                "no type is named '\(type)' in '\(path)'",
                hint: NearestSpelling.nearest(to: type, in: names).map { "did you mean '\($0)'?" }
            )
        }
        self.comparison = comparison
    }

    /// Compares bodies.
    func compare(_ sources: [BodySource]) throws -> BodyComparison.Result {
        try comparison.compare(sources)
    }
}
