package import Diagnostics
import Parallelism
package import SchemaImport
package import SchemaLanguage

/// Compares bodies with a schema, and proposes changes to it.
package struct BodyComparison {
    /// The result.
    package struct Result {
        /// The mismatches, each position of the schema once.
        package var diagnostics: [Diagnostic]
        /// The properties to change or to add, as parts of a schema; nil if all bodies match.
        package var change: ProposedSchema?
        /// The number of bodies read.
        package var count: Int
    }

    private let types: SchemaTypes
    private let name: String
    private let root: CheckedType
    private let reservedNames: Set<String>

    /// Creates a comparison.
    ///
    /// - Parameters:
    ///   - schema: The schema.
    ///   - name: The type of the bodies; the result is nil if it does not exist.
    ///   - reservedNames: Names that no declaration may have.
    package init?(_ schema: CheckedSchema, type name: String, reservedNames: Set<String> = []) {
        types = SchemaTypes(schema)
        guard let root = types.type(named: name) else { return nil }
        self.root = root
        self.name = name
        self.reservedNames = reservedNames
    }

    /// The names of the types of a schema.
    package static func names(in schema: CheckedSchema) -> [String] { SchemaTypes(schema).names }

    /// Compares bodies.
    ///
    /// - Parameter sources: The files.
    /// - Returns: The result.
    /// - Throws: if a file cannot be read.
    package func compare(_ sources: [BodySource]) throws -> Result {
        let learning = try BodyLearner(name: name).learn(sources)
        // As in inference: if all files are arrays, each element is a body.
        let areLists = learning.kinds.allSatisfy { $0.tree.root.kinds == .array }
        let parts = try Array(sources.enumerated()).concurrentMap(chunk: 8) { number, source in
            try check(source, number, areLists: areLists)
        }
        var findings: [BodyFinding.Mark: BodyFinding] = [:]
        for finding in parts.flatMap(\.values) { findings.add(finding) }
        let sorted = findings.values.sorted { one, other in
            (one.file, one.place, one.mark.key) < (other.file, other.place, other.mark.key)
        }
        let changes = SchemaChange(types, learning.kinds.map(\.tree), reservedNames)
        let diagnostics = sorted.map { finding in
            finding.diagnostic(
                in: sources[finding.file].path,
                hint: changes.hint(for: finding)
            )
        }
        return Result(
            diagnostics: learning.diagnostics + diagnostics,
            change: changes.schema(for: sorted),
            count: learning.count
        )
    }

    private func check(
        _ source: BodySource,
        _ number: Int,
        areLists: Bool
    ) throws -> [BodyFinding.Mark: BodyFinding] {
        var reader = JSONEventReader(
            try source.open(),
            handler: BodyChecker(types, root: root, areLists: areLists)
        )
        // Text that is not JSON is already reported.
        try reader.readDocuments(areLines: source.isLines) { _, _ in }
        return reader.handler.findings.mapValues { finding in
            var finding = finding
            finding.file = number
            return finding
        }
    }
}
