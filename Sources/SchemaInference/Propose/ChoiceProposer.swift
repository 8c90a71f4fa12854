import SchemaImport

/// The enums and unions that properties need.
struct ChoiceProposer {
    /// A proposed enum.
    private struct Enumeration {
        let key: String
        let name: String
        var words: Set<String>
    }

    private var enumerations: [Enumeration] = []
    private var unions: [(key: String, name: String, union: ProposedUnion)] = []

    /// The declarations.
    var declarations: [ProposedDeclaration] {
        enumerations.map { enumeration in
            let words = enumeration.words.sorted()
            let cases = zip(NameTable.caseNames(for: words), words).map {
                ProposedEnumeration.Case(name: $0, value: .text($1))
            }
            return ProposedDeclaration(
                enumeration.name,
                .enumeration(ProposedEnumeration(cases: cases))
            )
        }
            + unions.map { ProposedDeclaration($0.name, .union($0.union)) }
    }

    /// The enum of a key with the same words or a superset.
    mutating func enumeration(_ words: [String], key: String, name: () -> String) -> String {
        let words = Set(words)
        if let index = enumerations.firstIndex(where: { known in
            known.key == key && !known.words.isDisjoint(with: words)
        }) {
            enumerations[index].words.formUnion(words)
            return enumerations[index].name
        }
        let name = name()
        enumerations.append(Enumeration(key: key, name: name, words: words))
        return name
    }

    /// Adds the union of whole bodies.
    mutating func add(_ cases: [ProposedUnion.Case], named name: String) {
        unions.append(("", name, ProposedUnion(cases: cases)))
    }

    /// The union of a key with the given cases.
    mutating func union(_ cases: [ProposedUnion.Case], key: String, name: () -> String) -> String {
        let shape = { (cases: [ProposedUnion.Case]) in cases.map { [$0.name, $0.type.text] } }
        if let known = unions.first(where: {
            $0.key == key && shape($0.union.cases) == shape(cases)
        }) {
            return known.name
        }
        let name = name()
        unions.append((key, name, ProposedUnion(cases: cases)))
        return name
    }
}

extension StructureProposer {
    /// The name of the enum of a property.
    mutating func enumeration(_ words: [String], key: String, owner: String) -> String {
        var choices = choices
        let name = choices.enumeration(words, key: key) { choiceName(key, owner) }
        self.choices = choices
        return name
    }

    /// The name of the union of a property.
    mutating func union(_ cases: [ProposedUnion.Case], key: String, owner: String) -> String {
        var choices = choices
        let name = choices.union(cases, key: key) { choiceName(key, owner) }
        self.choices = choices
        return name
    }

    /// The name of a union that preserves any JSON, and that can be null and missing.
    mutating func anyValue() -> String {
        let cases = [ProposedUnion.Case(name: "text", type: .string)]
        var choices = choices
        let name = choices.union(cases, key: "") { takeName("AnyValue") }
        self.choices = choices
        return name
    }

    private mutating func choiceName(_ key: String, _ owner: String) -> String {
        let wanted = NameTable.typeName(NounForm.singular(key)) ?? "Choice"
        let isGeneral = [
            "Type", "State", "Status", "Kind", "Value", "Mode", "Action", "Level", "Data", "Item",
            "Category", "Result", "Event", "Format", "Method", "Object", "Reason", "Source",
        ].contains(wanted)
        return takeName(isGeneral ? owner + wanted : wanted, or: "Kind")
    }
}
