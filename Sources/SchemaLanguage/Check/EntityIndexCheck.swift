import Diagnostics

/// Checks that `indexes`, `unique` and `search` name properties of the entity that can be indexed.
struct EntityIndexCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.structures.flatMap { structure -> [Diagnostic] in
            guard let indexes = index.entity(named: structure.heading.name.value)?.indexes,
                structure.kind == .entity
            else { return [] }
            let names = indexes.compound + indexes.unique
            return names.flatMap { $0.compactMap { column($0, in: structure, index) } }
                + indexes.searched.compactMap { words($0, in: structure, index) }
                + names.flatMap { repeated($0) } + repeated(indexes.searched)
                + same(indexes.compound) + same(indexes.unique)
        }
    }

    private func mistake(
        _ message: String,
        at range: SourceRange,
        hint: String? = nil
    ) -> Diagnostic {
        Diagnostic(rule: SchemaRule.invalidIndex, message, at: range, hint: hint)
    }

    /// The property with a name, or the problem with it.
    private func property(
        _ name: Located<String>,
        in structure: SchemaIndex.Structure
    ) -> (PropertyDeclaration?, Diagnostic?) {
        structure.storedProperty(
            name,
            rule: .invalidIndex,
            identity: "the identity is always unique and indexed"
        )
    }

    private func column(
        _ name: Located<String>,
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let (property, mistake) = property(name, in: structure)
        guard let property, let type = index.resolve(property.type),
            !index.isPlain(type.withoutNull)
        else { return mistake }
        return self.mistake(
            "'\(name.value)' cannot be indexed: a column holds one string, number, Bool, date or "
                + "case",
            at: name.range
        )
    }

    private func words(
        _ name: Located<String>,
        in structure: SchemaIndex.Structure,
        _ index: SchemaIndex
    ) -> Diagnostic? {
        let (property, mistake) = property(name, in: structure)
        guard let property, let type = index.resolve(property.type), !index.hasText(type) else {
            return mistake
        }
        return self.mistake(
            "'\(name.value)' has no words: only strings, and types with strings, can be searched",
            at: name.range
        )
    }

    private func repeated(_ names: [Located<String>]) -> [Diagnostic] {
        var seen: Set<String> = []
        return names.filter { !seen.insert($0.value).inserted }
            .map { mistake("'\($0.value.shortened(to: 60))' is listed twice", at: $0.range) }
    }

    private func same(_ indexes: [[Located<String>]]) -> [Diagnostic] {
        var seen: Set<[String]> = []
        return indexes.filter { !seen.insert($0.map(\.value)).inserted }
            .compactMap { $0.first.map { mistake("this is already declared", at: $0.range) } }
    }
}

extension SchemaIndex {
    /// Whether values of a type are strings, or can contain some.
    fileprivate func hasText(_ type: CheckedType) -> Bool {
        switch type.leaf.withoutNull {
        case .primitive(let primitive): [.string, .url, .json].contains(primitive)
        case .scalar(let name): form(ofScalar: name)?.primitive == .string
        case .enumeration, .identity: isText(type.leaf.withoutNull)
        default: true
        }
    }
}
