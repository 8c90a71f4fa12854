import Diagnostics

/// Checks that names are unique in one namespace, ignoring case, because each becomes a file, and
/// that none is a name that generated code needs.
struct DeclarationNameCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        reserved(in: index) + duplicates(in: index)
    }

    private func reserved(in index: SchemaIndex) -> [Diagnostic] {
        index.declarations.compactMap { declaration in
            let name = declaration.name.value
            let owner =
                PrimitiveType(rawValue: name).map { _ in "a built-in type" }
                ?? index.reservedNames[name]
            guard let owner else { return nil }
            if declaration.inlineProperty != nil { return inline(declaration, owner: owner) }
            return Diagnostic(
                rule: SchemaRule.reservedName,
                "\(declaration.kind.rawValue) cannot be named \(name), which is \(owner)",
                at: declaration.name.range,
                hint:
                    "rename it, for example to \(free(name, declaration.kind, index)): the name is "
                    + "only used in Swift, and is never sent"
            )
        }
    }

    /// An unused name: the name with the word for its kind after it.
    private func free(_ name: String, _ kind: SchemaIndex.Kind, _ index: SchemaIndex) -> String {
        let word =
            switch kind {
            case .api: "Service"
            case .enumeration: "Kind"
            case .scalar, .union, .value: "Value"
            case .entity, .mixin: "Record"
            case .endpoint: "Request"
            case .repository: "Repository"
            }
        let taken = { (candidate: String) in
            index.declaration(named: candidate) != nil || index.reservedNames[candidate] != nil
                || PrimitiveType(rawValue: candidate) != nil
        }
        return ["", "2", "3"].lazy.map { name + word + $0 }.first { !taken($0) } ?? name + word
    }

    /// An inline object whose name is already used.
    private func inline(
        _ declaration: SchemaIndex.Declaration,
        owner: String,
        notes: [Diagnostic.Note] = []
    ) -> Diagnostic {
        Diagnostic(
            rule: SchemaRule.inlineProperties,
            "the object in '\(declaration.inlineProperty ?? "")' becomes a value named "
                + "\(declaration.name.value), which is \(owner)",
            at: declaration.name.range,
            notes: notes,
            hint: "declare it under `values:` with another name, and use that as the type"
        )
    }

    private func duplicates(in index: SchemaIndex) -> [Diagnostic] {
        var seen: [String: TakenName] = [:]
        var diagnostics: [Diagnostic] = []
        // The names of inline objects are derived, so these must change.
        let declarations =
            index.declarations.filter { $0.inlineProperty == nil }
            + index.declarations.filter { $0.inlineProperty != nil }
        for declaration in declarations {
            for (name, derived) in names(of: declaration) {
                guard let first = seen[name.caseFolded] else {
                    seen[name.caseFolded] = TakenName(name, derived, declaration)
                    continue
                }
                // A name without a capital is reported, and may have been intended as something
                // else.
                if name != first.name, name.unicodeScalars.first?.properties.isLowercase == true {
                    break
                }
                let taken = first.declaration
                let note = Diagnostic.Note(
                    "\(taken.kind.rawValue) '\(taken.name.value)' is declared here",
                    at: taken.name.range
                )
                diagnostics.append(
                    declaration.inlineProperty != nil
                        ? inline(declaration, owner: first.generated ?? "taken", notes: [note])
                        : Diagnostic(
                            rule: SchemaRule.duplicateDeclaration,
                            message(declaration, first, name: name, derived: derived),
                            at: declaration.name.range,
                            notes: [note]
                        )
                )
                break
            }
        }
        return diagnostics
    }

    /// A repository also generates a protocol and a mock.
    private func names(of declaration: SchemaIndex.Declaration) -> [(String, derived: String?)] {
        let name = declaration.name.value
        guard declaration.kind == .repository else { return [(name, nil)] }
        return [(name, nil), (name + "Protocol", "protocol"), (name + "Mock", "mock")]
    }

    private func message(
        _ declaration: SchemaIndex.Declaration,
        _ first: TakenName,
        name: String,
        derived: String?
    ) -> String {
        if let derived {
            return "the \(derived) of '\(declaration.name.value)' is named \(name), which is "
                + (first.generated ?? "taken")
        }
        guard first.name == name else {
            let other = first.generated.map { "\(first.name), \($0)," } ?? "'\(first.name)'"
            return "'\(name)' and \(other) would have the same file name"
        }
        return first.generated.map { "'\(name)' is already used by \($0), which is generated" }
            ?? "'\(name)' is declared twice"
    }
}

/// The name of a declaration, or a name that is generated for it.
private struct TakenName {
    let name: String
    let declaration: SchemaIndex.Declaration
    /// The owner of a generated name, for a message: `the mock of 'Messages'`.
    let generated: String?

    init(_ name: String, _ derived: String?, _ declaration: SchemaIndex.Declaration) {
        self.name = name
        self.declaration = declaration
        generated = derived.map { "the \($0) of '\(declaration.name.value)'" }
    }
}

extension String {
    /// The name as a case-insensitive file system compares it: `ß` as `ss`, `ς` as `σ`.
    fileprivate var caseFolded: String { uppercased().lowercased() }
}
