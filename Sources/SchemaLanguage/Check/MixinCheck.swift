import Diagnostics

/// Checks that included mixins exist, have unique names, and do not include themselves.
struct MixinCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let unknown = index.groups.flatMap { group in
            group.includes.compactMap { diagnostic(for: $0, index) }
        }
        return unknown + duplicates(in: index) + cycles(in: index)
    }

    private func diagnostic(for include: Located<String>, _ index: SchemaIndex) -> Diagnostic? {
        guard index.mixins[include.value] == nil else { return nil }
        let name = include.value.shortened(to: 60)
        if let declaration = index.declaration(named: include.value) {
            return Diagnostic(
                rule: SchemaRule.unknownMixin,
                "expected a mixin, but '\(name)' is \(declaration.kind.rawValue)",
                at: include.range,
                hint: "move the shared properties to `mixins:`"
            )
        }
        guard !index.lacksDeclarations else { return nil }
        let known = index.mixins.names
        return Diagnostic(
            rule: SchemaRule.unknownMixin,
            "unknown mixin '\(name)'",
            at: include.range,
            hint: NearestSpelling.hint(for: include.value, in: known)
                ?? (known.isEmpty
                    ? "declare it: `mixins: { Timestamps: { properties: { createdAt: Date } } }`"
                    : nil)
        )
    }

    private func duplicates(in index: SchemaIndex) -> [Diagnostic] {
        var seen: [String: Located<String>] = [:]
        return index.documents.flatMap(\.mixins).map(\.heading.name).compactMap { name in
            guard let first = seen[name.value] else {
                seen[name.value] = name
                return nil
            }
            return Diagnostic(
                rule: SchemaRule.duplicateDeclaration,
                "the mixin '\(name.value)' is declared twice",
                at: name.range,
                notes: [Diagnostic.Note("the first is here", at: first.range)]
            )
        }
    }

    private func cycles(in index: SchemaIndex) -> [Diagnostic] {
        let mixins = index.documents.flatMap(\.mixins)
        var targets: [String: [String]] = [:]
        for mixin in mixins {
            targets[mixin.heading.name.value, default: []] += mixin.includes.map(\.value)
        }
        let components = StrongComponents.find(
            in: targets,
            order: mixins.map(\.heading.name.value)
        )
        var reported: Set<Int> = []
        return mixins.flatMap { mixin in
            mixin.includes.compactMap { include -> Diagnostic? in
                let name = mixin.heading.name.value
                guard let component = components[name], component == components[include.value],
                    reported.insert(component).inserted
                else { return nil }
                return Diagnostic(
                    rule: SchemaRule.endlessMixin,
                    name == include.value
                        ? "the mixin '\(name)' includes itself"
                        : "the mixin '\(name)' includes itself through '\(include.value)'",
                    at: include.range
                )
            }
        }
    }
}
