import Diagnostics
import SchemaImport
import SchemaInference

/// Laws for inference from any bytes: it gives a schema that the bodies match, or reports why not.
enum InferenceLaws {
    /// Infers from bytes as bodies, and as a recording.
    static func check(_ bytes: [UInt8]) throws(BrokenLaw) {
        try checkBodies(SourceFile(path: "fuzz.json", bytes: bytes))
        try checkRecording(SourceFile(path: "fuzz.har", bytes: bytes))
    }

    private static func checkBodies(_ file: SourceFile) throws(BrokenLaw) {
        let source = BodySource(path: file.path, bytes: file.bytes)
        let result = try infer(bodies: [source])
        try DiagnosticLaws.check(result.diagnostics, of: file)
        let text = SchemaTextWriter().text(for: result.schema)
        let parts = BodySource(path: file.path, size: file.bytes.count) {
            MemoryStream(file.bytes, size: 3)
        }
        let other = SchemaTextWriter().text(for: try infer(bodies: [parts]).schema)
        try BrokenLaw.unless(text == other, "read in parts, bodies give another schema:\n\(other)")
        if result.schema.declarations.isEmpty { return }
        let checked = try ProposalLaws.check(text)
        for case let type? in result.types where type != .json {
            guard let name = name(ofBody: type) else { continue }
            let comparison = BodyComparison(checked, type: name)
            guard let found = try? comparison?.compare([source]) else {
                throw BrokenLaw("there is no type of the bodies: \(type)\n\(text)")
            }
            let misfits = found.diagnostics.filter { !result.diagnostics.contains($0) }
            try BrokenLaw.unless(
                misfits.isEmpty && found.change == nil,
                "a body does not fit: \(misfits.map(\.message))\n\(text)"
            )
        }
    }

    /// The type name of bodies, which may be in arrays; nil if they have no name, or are null.
    private static func name(ofBody type: ProposedType) -> String? {
        switch type {
        case .name(let name): name
        case .array(let element): name(ofBody: element.withoutNull)
        case .dictionary, .optional, .inline: nil
        }
    }

    private static func checkRecording(_ file: SourceFile) throws(BrokenLaw) {
        let source = BodySource(path: file.path, bytes: file.bytes)
        let result = try infer(recordings: [source])
        try DiagnosticLaws.check(result.diagnostics, of: file)
        if result.schema.declarations.isEmpty { return }
        try ProposalLaws.check(SchemaTextWriter().text(for: result.schema))
    }

    private static func infer(
        bodies: [BodySource] = [],
        recordings: [BodySource] = []
    ) throws(BrokenLaw) -> BodyInference.Result {
        do {
            return try BodyInference().infer(bodies: bodies, recordings: recordings)
        } catch {
            throw BrokenLaw("bytes in memory cannot be read: \(error)")
        }
    }
}
