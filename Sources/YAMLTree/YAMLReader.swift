package import Diagnostics

/// Reads a source file, YAML or JSON, into a tree.
///
/// A file whose name ends in `.json` is read strictly as JSON (RFC 8259); every other file as YAML,
/// of which plain scalars get their meaning from the core schema of YAML 1.2: `off`, `12:30` and
/// `1_000` are text, `010` is ten. Aliases are expanded, merge keys (`<<`) applied.
package struct YAMLReader: Sendable {
    /// What one file may cost.
    package struct Limits: Hashable, Sendable {
        /// The largest file, in bytes.
        package var bytes = 16 * 1024 * 1024
        /// The deepest nesting of sequences and mappings, aliases expanded.
        ///
        /// Each level takes some of the stack of the thread that reads.
        package var depth = 128
        /// The most nodes, aliases expanded.
        package var nodes = 1_000_000
        /// The most keys in one mapping.
        package var keys = 100_000
        /// The most mistakes to collect before reading stops.
        package var diagnostics = 1_000

        /// The limits a schema gets when nobody says otherwise.
        package init() {}
    }

    /// What one file may cost.
    package var limits: Limits

    /// Makes a reader with limits.
    package init(limits: Limits = Limits()) {
        self.limits = limits
    }

    /// Reads a file that holds at most one document.
    ///
    /// - Parameter file: The file.
    /// - Returns: The root of the document; nil where the file is empty or has only comments.
    /// - Throws: ``YAMLSyntaxError`` with every mistake found.
    package func read(_ file: SourceFile) throws(YAMLSyntaxError) -> YAMLNode? {
        let root = try documents(of: file, onlyOne: true).first
        guard let root, !root.isAbsent else {
            return nil
        }
        return root
    }

    /// Reads a file that may hold several documents.
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

    /// Makes sure that no merge left its marks: what is between them is no mistake in the language.
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
                "a merge left a conflict here, which ends at line \(conflict.lastLine)",
                at: SourceRange(
                    path: text.path,
                    start: SourcePosition(line: conflict.firstLine, column: 1),
                    end: lines.end(ofLine: conflict.firstLine)
                ),
                hint: "keep the lines that you want of both sides, and remove the marks"
            )
            try tally.report(mistake)
        }
        throw ReadingStopped()
    }

    /// Reads the documents of a text, and where it is no YAML, the rest of it for more mistakes.
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
    /// Whether the node stands for nothing written at all, as in a document of `---` alone.
    fileprivate var isAbsent: Bool {
        guard case .scalar(let scalar) = content else {
            return false
        }
        return scalar.text.isEmpty && scalar.meaning == .null && range.start == range.end
    }
}
