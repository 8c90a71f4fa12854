import Diagnostics
import YAMLTree

/// Converts the conflicts of a merge to findings at their positions in the merged schema.
struct ImportFindings {
    private let file: SourceFile
    private let schema: WrittenSchema?

    /// Takes the merged schema.
    init(_ file: SourceFile) {
        self.file = file
        schema = try? WrittenSchema(file)
    }

    /// The findings, in the order of the schema.
    func diagnostics(for conflicts: [SchemaConflict], isStrict: Bool) -> [Diagnostic] {
        conflicts.map { conflict in
            let (message, hint) = text(of: conflict)
            return Diagnostic(
                isStrict ? .error : .warning,
                rule: ImportRule.mergeConflict,
                message,
                at: place(of: conflict.path),
                hint: hint
            )
        }
        .sorted { $0.range.start < $1.range.start }
    }

    private func text(of conflict: SchemaConflict) -> (message: String, hint: String?) {
        let name = conflict.path.filter { $0 != "properties" && $0 != "cases" }.joined(
            separator: "."
        )
        switch conflict.kind {
        case .bothChanged(let lines):
            return (
                "\(name.quoted) has changed in the schema and in the document, which has "
                    + "\(quoted(lines)); the schema is unchanged",
                "choose a version, and remove the comment"
            )
        case .goneFromDocument:
            return (
                "\(name.quoted) is no longer in the document; it was changed here, and is kept",
                "remove it, or its comment"
            )
        case .goneFromDocumentInMixin(let mixin):
            return (
                "\(name.quoted) is no longer in the document; the mixin \(mixin.quoted) still declares it",
                "remove it there if this is true of all types that include it"
            )
        case .stillUsed(let user):
            return (
                "\(name.quoted) is no longer in the document; it is kept because \(user.quoted) uses it",
                nil
            )
        case .stillEntity(let user, let lines):
            return (
                "\(name.quoted) is no longer an entity in the document, which has \(quoted(lines)); "
                    + "it is unchanged because \(user.quoted) refers to it",
                "choose a version, and remove the comment"
            )
        case .goneFromSchema(let lines):
            return (
                "\(name.quoted) was removed from the schema, and is not added again; the document changed it to "
                    + quoted(lines), nil
            )
        case .declaredElsewhere(let path, let lines):
            return (
                "\(name.quoted) is declared in \(path.quoted), and is not added; the document has "
                    + quoted(lines), "change it there by hand"
            )
        case .ofMixin(let mixin, let lines):
            return (
                "\(name.quoted) is declared by the mixin \(mixin.quoted), which is unchanged; the document has "
                    + quoted(lines),
                "change the mixin by hand if this is true of all types that include it"
            )
        case .restored(let user):
            return (
                "\(name.quoted) was removed from the schema, and is added again because \(user.quoted) uses it",
                nil
            )
        case .fixed(let lines):
            let document = lines.isEmpty ? "does not have it" : "has \(quoted(lines))"
            return (
                "\(name.quoted) has an anchor, an alias or a tag, and is unchanged; the document "
                    + document,
                "change it by hand"
            )
        }
    }

    private func quoted(_ lines: [String]) -> String {
        lines.count == 1 ? "`\(lines[0])`" : "`\(lines.first ?? "")` and more"
    }

    /// The position of a path, or of its nearest existing parent.
    private func place(of path: [String]) -> SourceRange {
        guard let schema, let name = path.first else { return file.start }
        let roots = schema.entries
        let sections = roots.filter { DeclarationTable.Section(rawValue: $0.entry.key) != nil }
        var entries = sections.flatMap { $0.children ?? [] }
        if !entries.contains(where: { $0.entry.name == name }) { entries = roots }
        var place = file.start
        for name in path {
            guard let entry = entries.first(where: { $0.entry.name == name }) else { break }
            place = entry.key
            entries = entry.children ?? []
        }
        return place
    }
}
