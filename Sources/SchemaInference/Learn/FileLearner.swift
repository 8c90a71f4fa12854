import Diagnostics

/// Learns from one file.
struct FileLearner {
    /// The most mistakes of a file that are reported.
    private static let mistakeLimit = 20

    /// The shape of all its bodies.
    private(set) var tree: ShapeTree
    /// How many of its bodies were learned.
    private(set) var count = 0
    /// The mistakes in it.
    private(set) var diagnostics: [Diagnostic] = []
    private let source: BodySource
    private let body: Int

    /// Reads a file, a second time where there is a mistake in it, so that nothing of a broken body is learned.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - body: Its number.
    /// - Throws: Where it cannot be read.
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
    /// - Returns: The numbers of those with a mistake.
    private mutating func read(ignoring ignored: Set<Int>) throws -> Set<Int> {
        var reader = JSONEventReader(
            try source.open(),
            handler: ShapeLearner(body: body, ignoring: ignored)
        )
        var broken: Set<Int> = []
        var areLines = source.isLines
        var isFirst = true
        var line = 0
        reading: while true {
            do throws(JSONFault) {
                guard try reader.readDocument() else { break reading }
                // One value on each line: after a mistake the next line begins another.
                let end = reader.position.line
                areLines = (areLines || isFirst) && end > line
                line = end
                isFirst = false
            } catch .syntax(let mistake) {
                broken.insert(max(reader.handler.documents - 1, 0))
                if diagnostics.count < Self.mistakeLimit {
                    diagnostics.append(mistake.diagnostic(in: source.path))
                }
                guard areLines else { break reading }
                do throws(JSONFault) {
                    try reader.skipLine()
                } catch {
                    throw error.cause
                }
            } catch {
                throw error.cause
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

extension JSONFault {
    /// What a caller gets to know of it.
    var cause: any Error {
        switch self {
        case .syntax(let mistake): mistake
        case .stream(let error): error
        }
    }
}
