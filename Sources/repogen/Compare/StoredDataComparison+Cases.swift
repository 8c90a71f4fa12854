import SchemaLanguage

/// The cases of enums and unions in stored documents.
extension StoredDataComparison {
    mutating func compareEnumerations(
        _ oldName: String,
        _ newName: String,
        _ readers: Readers,
        at path: String
    ) {
        guard let old = old.enumerations[oldName], let new = new.enumerations[newName] else {
            return
        }
        guard old.rawType == new.rawType else {
            addMisfit("stored documents have it as \(old.rawType.rawValue)", readers, at: path)
            return
        }
        let gone = Set(old.cases.map(\.raw)).subtracting(
            new.cases.flatMap { [$0.raw] + $0.former }
        )
        let hasNewCases = !Set(new.cases.map(\.raw)).isSubset(of: old.cases.map(\.raw))
        for value in old.cases {
            let (text, heir) = (value.raw.text, new.cases.first { $0.raw == value.raw })
            if gone.contains(value.raw) {
                addGone(text, new.keepsUnknown, readers, at: path)
                if hasNewCases {
                    add(path, "if a case was '\(text)', write `was: \(text)` there")
                }
            } else if heir == nil,
                let new = new.cases.first(where: { $0.former.contains(value.raw) })
            {
                add(path, "stored documents with '\(text)' are converted to '\(new.raw.text)'")
            } else if let heir, heir.name != value.name {
                add(
                    path,
                    "stored documents with '\(text)' mean '\(heir.name)' instead of '\(value.name)'"
                )
            }
        }
        if !old.keepsUnknown {
            let known = Set(old.cases.map(\.raw))
            let added = new.cases.map(\.raw).filter { !known.contains($0) }
            addUnreadable(added.map(\.text), readers, at: path)
        }
        guard !new.keepsUnknown else { return }
        if old.keepsUnknown {
            addMisfit("stored documents may have an unknown value", readers, at: path)
        }
    }

    mutating func compareUnions(
        _ oldName: String,
        _ newName: String,
        _ readers: Readers,
        at path: String
    ) {
        let names = "\(oldName) \(newName)"
        guard let old = old.unions[oldName], let new = new.unions[newName],
            openUnions.insert(names).inserted
        else { return }
        defer { openUnions.remove(names) }
        guard old.discriminator == new.discriminator else {
            addMisfit("stored documents have another discriminator", readers, at: path)
            return
        }
        if !old.keepsUnknown {
            let added = new.cases.filter { one in !old.cases.contains { $0.mark == one.mark } }
            addUnreadable(added.map(\.storedName), readers, at: path)
        }
        for former in old.cases {
            if let heir = new.cases.first(where: { $0.mark == former.mark }) {
                compare(former.type, heir.type, readers, at: path)
            } else {
                addGone(former.storedName, new.keepsUnknown, readers, at: path)
            }
        }
        if old.keepsUnknown, !new.keepsUnknown {
            addMisfit("stored documents may have an unknown case", readers, at: path)
        }
    }

    /// Adds that stored documents may have a removed case.
    private mutating func addGone(
        _ name: String,
        _ keepsUnknown: Bool,
        _ readers: Readers,
        at path: String
    ) {
        let words = "stored documents may have '\(name)'"
        if keepsUnknown {
            add(path, "\(words), which is no longer a case")
        } else {
            addMisfit(words, readers, at: path)
        }
    }

    /// Adds the cases that apps of the earlier version cannot read.
    private mutating func addUnreadable(_ names: [String], _ readers: Readers, at path: String) {
        guard let version = readers.strictVersion else { return }
        for name in names { add(path, "apps of version \(version) cannot read '\(name)'") }
    }

    // MARK: - Types that hold more values

    /// The values of a type that an earlier one cannot hold.
    ///
    /// - Parameters:
    ///   - new: The type.
    ///   - old: The earlier type.
    /// - Returns: The values, as words; empty if there are none, and nil if the earlier type has
    ///   values that the type does not hold.
    func excess(of new: CheckedType, over old: CheckedType) -> String? {
        if new == .primitive(.json) { return "values other than \(old.shortName)" }
        guard let before = Self.primitive(old, self.old), let after = Self.primitive(new, self.new)
        else { return nil }
        if case .enumeration(let name) = new {
            return before == after && self.new.enumerations[name]?.keepsUnknown == true ? "" : nil
        }
        if before == after {
            guard case .enumeration(let name) = old,
                self.old.enumerations[name]?.keepsUnknown == false
            else { return "" }
            return "values that are not cases"
        }
        if after.holdsIntegers(of: before) {
            return before.holdsIntegers(of: after) ? "" : "values beyond \(before.rawValue)"
        }
        return switch (before, after) {
        case (_, .float), (_, .double), (_, .decimal):
            if before.isInteger {
                "numbers with fractions"
            } else if before == .float || before == .double && after == .decimal {
                "numbers beyond \(before.rawValue)"
            } else {
                nil
            }
        case (.uuid, .string), (.url, .string), (.day, .string), (.data, .string):
            "strings other than \(before.rawValue)"
        default: nil
        }
    }

    /// The built-in type in whose form a type is stored; nil for others.
    private static func primitive(
        _ type: CheckedType,
        _ declarations: StoredDeclarations
    ) -> PrimitiveType? {
        switch type {
        case .primitive(let primitive): return primitive
        case .enumeration(let name): return declarations.enumerations[name]?.rawType
        case .scalar(let name):
            guard let scalar = declarations.scalars[name], scalar.wire == .own,
                case .primitive(let primitive) = scalar.type
            else { return nil }
            return primitive
        default: return nil
        }
    }
}

extension CheckedUnion.Case {
    /// The tag that documents contain, or the name of the case if they contain none.
    fileprivate var storedName: String {
        if case .tag(let tag) = mark { tag } else { name }
    }
}
