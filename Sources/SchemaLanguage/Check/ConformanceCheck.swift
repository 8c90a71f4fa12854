import Diagnostics

/// Declarations conform to protocols that do not come by themselves, to each once.
struct ConformanceCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        let hashability = Hashability(index)
        return index.documents.flatMap { document in
            let enumerations = document.enumerations.flatMap { enumeration in
                diagnostics(
                    for: enumeration.traits,
                    given: enumeration.keepsUnknown
                        ? ["RawRepresentable"] : ["RawRepresentable", "CaseIterable"],
                    of: enumeration.heading,
                    index
                )
            }
            let others = document.traits.flatMap { heading, traits in
                diagnostics(for: traits, of: heading, index)
                    + [unhashable(heading, traits, hashability)].compactMap(\.self)
            }
            return enumerations + others
        }
    }

    private func diagnostics(
        for traits: TraitsDeclaration,
        given: Set<String> = [],
        of heading: DeclarationHeading,
        _ index: SchemaIndex
    ) -> [Diagnostic] {
        var seen: [String: Located<String>] = [:]
        return traits.conformances.compactMap { name in
            if let first = seen.updateValue(name, forKey: name.value) {
                return Diagnostic(
                    rule: SchemaRule.invalidConformance,
                    "'\(name.value)' stands twice",
                    at: name.range,
                    notes: [Diagnostic.Note("the first is here", at: first.range)]
                )
            }
            let problem =
                given.contains(name.value)
                ? Conformance.Problem(message: "\(name.value) comes by itself", hint: "drop it")
                : index.problem(withConformanceTo: name.value, of: heading.name.value)
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

    /// One that insists on being hashable, and cannot be.
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
            "\(name) cannot be hashable, as it contains \(reason), which is not",
            at: isHashable.range,
            hint: "drop `hashable: true` here, or `hashable: false` there"
        )
    }
}

/// What may stand in `conforms:`.
enum Conformance {
    struct Problem {
        var message: String
        var hint: String?
    }

    /// The protocols that generated types conform to anyway, where it makes sense.
    private static let given: Set = [
        "Equatable", "Hashable", "Identifiable", "Sendable",
        "ClosedEnum", "DictionaryInitializable", "DictionaryRepresentable",
        "DictionaryValueInitializable", "DictionaryValueRepresentable", "Entity", "JSONDecodable",
        "JSONEncodable", "OpenEnum", "ParameterValue", "UnionValue", "ValueObject",
    ]

    /// What is wrong with a protocol of entities on something else; nil where it is none of them.
    static func problem(_ name: String, ofOther declaration: String) -> Problem? {
        let word = bare(name)
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
            message: "\(word) comes by itself to entities, and to nothing else",
            hint: hint
        )
    }

    /// The name of a protocol without the module that it is given with.
    private static func bare(_ name: String) -> String {
        for module in ["Swift.", "RepositoryRuntime."] where name.hasPrefix(module) {
            return String(name.dropFirst(module.count))
        }
        return name
    }

    /// What is wrong with a protocol to conform to; nil where nothing is known to be.
    ///
    /// `reservedNames` are names of other things, each with what has it.
    static func problem(_ name: String, reservedNames: [String: String]) -> Problem? {
        let word = bare(name)
        if given.contains(word) {
            let hint =
                ["Hashable", "Equatable"].contains(word)
                ? "drop it; `hashable: false` is how to do without" : "drop it"
            return Problem(message: "\(word) comes by itself, where it makes sense", hint: hint)
        }
        if PrimitiveType(rawValue: word) != nil {
            return Problem(message: "expected a protocol, found the type \(word)")
        }
        // What has a name of its own may still be a protocol.
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
    /// The declarations that may be unhashable, with what they say of it.
    fileprivate var traits: [(DeclarationHeading, TraitsDeclaration)] {
        unions.map { ($0.heading, $0.traits) } + values.map { ($0.heading, $0.traits) }
            + entities.map { ($0.heading, $0.traits) }
    }
}
