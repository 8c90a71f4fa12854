import Diagnostics

/// Checks that declarations list each protocol once, and none that is added automatically.
struct ConformanceCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let hashability = Hashability(index)
        let found = index.documents.flatMap { document -> [Diagnostic] in
            let enumerations = document.enumerations.flatMap { enumeration in
                diagnostics(for: enumeration.traits, of: enumeration.heading, index) { name in
                    switch name {
                    case "CaseIterable" where enumeration.keepsUnknown: .caseIterableOfOpen
                    case "CaseIterable", "RawRepresentable": .given(name)
                    default: nil
                    }
                }
            }
            let others = document.traits.flatMap { heading, traits in
                diagnostics(for: traits, of: heading, index)
                    + [unhashable(heading, traits, hashability)].compactMap(\.self)
            }
            return enumerations + others
        }
        return shadowed(in: index) + found
    }

    /// The diagnostics of declarations with the name of a protocol in the configuration.
    private func shadowed(in index: SchemaIndex) -> [Diagnostic] {
        index.conformances.compactMap { name in
            index.declaration(named: name).flatMap { declaration -> Diagnostic? in
                // The type of an endpoint is nested.
                guard declaration.kind != .endpoint else { return nil }
                return Diagnostic(
                    rule: SchemaRule.invalidConformance,
                    "all types conform to '\(name)', which the configuration names as a protocol, but "
                        + "here it is \(declaration.kind.rawValue)",
                    at: declaration.name.range,
                    hint: "rename one of them"
                )
            }
        }
    }

    private func diagnostics(
        for traits: TraitsDeclaration,
        of heading: DeclarationHeading,
        _ index: SchemaIndex,
        problem ofKind: (String) -> Conformance.Problem? = { _ in nil }
    ) -> [Diagnostic] {
        var seen: [String: Located<String>] = [:]
        let names = Set(traits.conformances.map { Conformance.bareName($0.value) })
        return traits.conformances.compactMap { name in
            let bare = Conformance.bareName(name.value)
            if let first = seen.updateValue(name, forKey: bare) {
                return Diagnostic(
                    rule: SchemaRule.invalidConformance,
                    "'\(name.value)' is listed twice",
                    at: name.range,
                    notes: [Diagnostic.Note("the first is here", at: first.range)]
                )
            }
            let problem =
                ofKind(bare) ?? Conformance.problem(bare, beside: names)
                ?? index.problem(withConformanceTo: name.value, of: heading.name.value)
            return problem.map {
                Diagnostic(
                    rule: SchemaRule.invalidConformance,
                    $0.message,
                    at: name.range,
                    hint: $0.hint
                )
            }
        }
    }

    /// The diagnostic of a declaration that must be hashable, but cannot be.
    private func unhashable(
        _ heading: DeclarationHeading,
        _ traits: TraitsDeclaration,
        _ hashability: Hashability
    ) -> Diagnostic? {
        let name = heading.name.value
        guard let isHashable = traits.isHashable, isHashable.value,
            let reason = hashability.reason(against: name)
        else { return nil }
        return Diagnostic(
            rule: SchemaRule.invalidConformance,
            "\(name) cannot be hashable: it contains \(reason), which is not",
            at: isHashable.range,
            hint: "drop `hashable: true` here, or `hashable: false` there"
        )
    }
}

/// The protocols allowed in `conforms:`.
enum Conformance {
    struct Problem {
        var message: String
        var hint: String?

        /// The problem with a protocol that the declaration already conforms to.
        static func given(_ name: String) -> Problem {
            Problem(message: "\(name) is added automatically", hint: "drop it")
        }

        /// An enumeration with unknown values has no list of all values.
        static let caseIterableOfOpen = Problem(
            message: "an enum that keeps unknown values cannot be CaseIterable",
            hint: "write `unknown: fail`, which adds it automatically"
        )
    }

    /// The parts of a composed protocol.
    private static let parts = ["Codable": ["Decodable", "Encodable"]]

    /// The name without the modules that every generated file imports.
    static func bareName(_ name: String) -> String {
        let modules = ["Swift.", "RepositoryValues.", "RepositoryRuntime."]
        for module in modules where name.hasPrefix(module) {
            return String(name.dropFirst(module.count))
        }
        return name
    }

    /// Protocols without those that are parts of others in the list, which Swift calls redundant.
    static func distinct(_ names: [String]) -> [String] {
        var seen = Set(names.map(bareName).flatMap { parts[$0] ?? [] })
        return names.filter { seen.insert(bareName($0)).inserted }
    }

    /// The problem with a protocol, by its bare name, next to the others of a declaration.
    static func problem(_ name: String, beside others: Set<String>) -> Problem? {
        parts.first { $0.value.contains(name) && others.contains($0.key) }.map { whole, _ in
            Problem(
                message: "\(name) is a part of \(whole), which is also listed",
                hint: "drop it"
            )
        }
    }

    /// The protocols that generated types already conform to where it makes sense.
    private static let given: Set = [
        "Equatable", "Hashable", "Identifiable", "Sendable",
        "ClosedEnum", "Constrained", "DictionaryInitializable", "DictionaryRepresentable",
        "DictionaryValueInitializable", "DictionaryValueRepresentable", "Entity", "JSONDecodable",
        "JSONEncodable", "OpenEnum", "ParameterValue", "UnionValue", "ValueObject",
    ]

    /// The problem with a protocol of entities on another declaration; nil for any other protocol.
    static func problem(_ name: String, ofOther declaration: String) -> Problem? {
        let word = bareName(name)
        let hint: String
        switch word {
        case "Entity": hint = "declare it under `entities:`"
        case "Identifiable":
            hint =
                "declare an entity, or write `extension \(declaration): Identifiable` in a file of your "
                + "own"
        default: return nil
        }
        return Problem(
            message: "\(word) is added to entities automatically, and only to them",
            hint: hint
        )
    }

    /// The problem with a protocol to conform to; nil if none is known.
    ///
    /// `reservedNames` are names of other declarations, each with its owner.
    static func problem(_ name: String, reservedNames: [String: String]) -> Problem? {
        let word = bareName(name)
        if given.contains(word) {
            let hint =
                ["Hashable", "Equatable"].contains(word)
                ? "drop it; write `hashable: false` to remove the conformance" : "drop it"
            return Problem(message: "\(word) is added automatically where it fits", hint: hint)
        }
        if word == "AnyObject" {
            return Problem(message: "expected a protocol for structs and enums, found AnyObject")
        }
        if PrimitiveType(rawValue: word) != nil {
            return Problem(message: "expected a protocol, found the type \(word)")
        }
        // A reserved name may still be a protocol.
        if word != "Error", let owner = reservedNames[word] {
            return Problem(message: "expected a protocol, found \(word), which is \(owner)")
        }
        return nil
    }
}

extension SchemaIndex {
    fileprivate func problem(
        withConformanceTo name: String,
        of owner: String
    ) -> Conformance.Problem? {
        if let declaration = declaration(named: name) {
            return Conformance.Problem(
                message: "expected a protocol, found \(name), which is \(declaration.kind.rawValue)"
            )
        }
        let isEntity = declaration(named: owner)?.kind == .entity
        return (isEntity ? nil : Conformance.problem(name, ofOther: owner))
            ?? Conformance.problem(name, reservedNames: reservedNames)
    }
}

extension SchemaDocument {
    /// The declarations that can be declared unhashable, with their traits.
    fileprivate var traits: [(DeclarationHeading, TraitsDeclaration)] {
        unions.map { ($0.heading, $0.traits) } + values.map { ($0.heading, $0.traits) }
            + entities.map { ($0.heading, $0.traits) }
    }
}
