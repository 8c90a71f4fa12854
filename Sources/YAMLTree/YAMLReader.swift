package import Diagnostics

/// Reads a source file, YAML or JSON, into a tree.
///
/// A file whose name ends in `.json` is read strictly as JSON (RFC 8259), every other file as YAML.
/// Plain scalars have the meaning of the core schema of YAML 1.2: `off`, `12:30` and `1_000` are
/// strings, `010` is ten. Aliases are expanded and merge keys (`<<`) are applied.
package struct YAMLReader: Sendable {
    /// The maximum cost of a file.
    package struct Limits: Hashable, Sendable {
        /// The largest file, in bytes.
        package var bytes = 16 * 1024 * 1024
        /// The deepest nesting of sequences and mappings, aliases expanded.
        ///
        /// Each level takes some of the stack of the reading thread.
        package var depth = 128
        /// The maximum number of nodes, aliases expanded.
        package var nodes = 1_000_000
        /// The maximum number of keys in a mapping.
        package var keys = 100_000
        /// The maximum number of mistakes to collect before reading stops.
        package var diagnostics = 1_000

        /// The default limits for a schema.
        package init() {}
    }

    /// The maximum cost of a file.
    package var limits: Limits

    /// Makes a reader with limits.
    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Reads a file that contains at most one document.
    ///
    /// - Parameter file: The file.
    /// - Returns: The root of the document; nil if the file is empty or contains only comments.
    /// - Throws: ``YAMLSyntaxError`` with every mistake found.
    package func read(_ file: SourceFile) throws(YAMLSyntaxError) -> YAMLNode? {
        let root = try documents(of: file, onlyOne: true).first
        guard let root, !root.isAbsent else {
            return nil
        }
        return root
    }

    /// Reads a file that may contain several documents.
    ///
    /// - Parameter file: The file.
    /// - Returns: The root of each document; an empty document is a null.
    /// - Throws: ``YAMLSyntaxError`` with every mistake found.
    package func readAll(_ file: SourceFile) throws(YAMLSyntaxError) -> [YAMLNode] {
        try documents(of: file, onlyOne: false)
    }

    /// Reads the documents of a file in its language.
    private func documents(
        of file: SourceFile,
        onlyOne: Bool
    ) throws(YAMLSyntaxError) -> [YAMLNode] {
        var tally = ReadingTally(limits: limits)
        let documents: [YAMLNode]
        do throws(ReadingStopped) {
            if file.path.lowercased().hasSuffix(".json") {
                let text = try SourceText(file, language: .json, tally: &tally)
                try requireFinishedMerge(text, &tally)
                var reader = JSONTreeReader(text, tally: tally)
                defer { tally = reader.tally }
                documents = try reader.documents()
            } else {
                let text = try SourceText(file, language: .yaml, tally: &tally)
                try requireFinishedMerge(text, &tally)
                documents = try self.documents(of: text, onlyOne: onlyOne, &tally)
            }
        } catch {
            throw YAMLSyntaxError(tally.diagnostics)
        }
        guard tally.diagnostics.isEmpty else {
            let hasOnlyDuplicates = tally.diagnostics.allSatisfy {
                $0.rule == YAMLRule.duplicateKey.rawValue
            }
            throw YAMLSyntaxError(
                tally.diagnostics,
                root: hasOnlyDuplicates ? documents.first : nil
            )
        }
        return documents
    }

    /// Reports unresolved merge conflicts; the text between their markers is no mistake in the
    /// language.
    private func requireFinishedMerge(
        _ text: SourceText,
        _ tally: inout ReadingTally
    ) throws(ReadingStopped) {
        let conflicts = MergeConflict.all(in: text.bytes)
        guard !conflicts.isEmpty else { return }
        let lines = SourceLines(bytes: text.bytes)
        for conflict in conflicts {
            let mistake = Diagnostic(
                rule: YAMLRule.unfinishedMerge,
                "unresolved merge conflict, which ends at line \(conflict.lastLine)",
                at: SourceRange(
                    path: text.path,
                    start: SourcePosition(line: conflict.firstLine, column: 1),
                    end: lines.end(ofLine: conflict.firstLine)
                ),
                hint: "keep the lines you want from both sides, and delete the markers"
            )
            try tally.report(mistake)
        }
        throw ReadingStopped()
    }

    /// Reads the documents of a text; after a syntax error, searches the rest of it for more.
    private func documents(
        of text: SourceText,
        onlyOne: Bool,
        _ tally: inout ReadingTally
    ) throws(ReadingStopped) -> [YAMLNode] {
        var composer = TreeComposer(text, tally: tally)
        do throws(ReadingStopped) {
            let documents = try composer.documents(onlyOne: onlyOne)
            tally = composer.tally
            return documents
        } catch {
            tally = composer.tally
            guard composer.isStoppedBySyntax, let last = tally.diagnostics.last else { throw error }
            var recovery = SyntaxRecovery(text, limits: limits)
            for mistake in recovery.mistakes(after: last) { try tally.report(mistake) }
            throw error
        }
    }
}

extension YAMLNode {
    /// Whether the node has no text at all, as in a document of `---` alone.
    fileprivate var isAbsent: Bool {
        guard case .scalar(let scalar) = content else {
            return false
        }
        return scalar.text.isEmpty && scalar.meaning == .null && range.start == range.end
    }
}
