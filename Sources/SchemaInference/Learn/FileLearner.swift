import Diagnostics

/// Learns from one file.
struct FileLearner {
    /// The maximum number of errors reported for a file.
    private static let mistakeLimit = 20

    /// The shape of all its bodies.
    private(set) var tree: ShapeTree
    /// The number of bodies learned from.
    private(set) var count = 0
    /// The errors in it.
    private(set) var diagnostics: [Diagnostic] = []
    private let source: BodySource
    private let body: Int

    /// Reads a file; reads it again if it contains an error, to learn nothing from broken bodies.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - body: Its number.
    /// - Throws: if it cannot be read.
    init(_ source: BodySource, body: Int) throws {
        self.source = source
        self.body = body
        tree = ShapeTree(body: body)
        let broken = try read(ignoring: [])
        if !broken.isEmpty {
            diagnostics = []
            _ = try read(ignoring: broken)
        }
        if count == 0, broken.isEmpty {
            report(
                InferenceRule.emptyBody,
                "expected JSON, found nothing",
                at: SourcePosition(line: 1, column: 1)
            )
        }
    }

    /// Reads all bodies.
    ///
    /// - Returns: The numbers of those with an error.
    private mutating func read(ignoring ignored: Set<Int>) throws -> Set<Int> {
        var reader = JSONEventReader(
            try source.open(),
            handler: ShapeLearner(body: body, ignoring: ignored)
        )
        var broken: Set<Int> = []
        try reader.readDocuments(areLines: source.isLines) { handler, mistake in
            broken.insert(max(handler.documents - 1, 0))
            if diagnostics.count < Self.mistakeLimit {
                diagnostics.append(mistake.diagnostic(in: source.path))
            }
        }
        tree = reader.handler.tree
        count = reader.handler.documents - broken.count
        if let (key, place) = reader.handler.repeatedKey {
            report(
                InferenceRule.duplicateKey,
                "an object has the key \(VisibleText.quote(key)) twice; generated code reads the last",
                at: place,
                severity: .warning
            )
        }
        return broken
    }

    private mutating func report(
        _ rule: InferenceRule,
        _ message: String,
        at place: SourcePosition,
        severity: Diagnostic.Severity = .error
    ) {
        let range = SourceRange(path: source.path, start: place, end: place)
        diagnostics.append(Diagnostic(severity, rule: rule, message, at: range))
    }
}
