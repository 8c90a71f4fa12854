/// The declarations of a schema by name, each with its section.
struct DeclarationTable {
    typealias Section = ProposedDeclaration.Section

    /// A declaration.
    struct Declaration {
        var section: Section
        var entry: SchemaEntry
    }

    /// The names, in the order of the schema.
    private(set) var names: [String] = []
    private var declarations: [String: Declaration] = [:]

    init() {}

    /// Takes the declarations of a schema; of duplicates, which are invalid, the first.
    init(_ schema: SchemaMapping) {
        for root in schema.entries {
            guard let section = Section(rawValue: root.key) else { continue }
            for entry in root.value.entries where declarations[entry.key] == nil {
                insert(Declaration(section: section, entry: entry), named: entry.key)
            }
        }
    }

    subscript(name: String) -> Declaration? { declarations[name] }

    /// Appends a declaration.
    mutating func insert(_ declaration: Declaration, named name: String) {
        if declarations.updateValue(declaration, forKey: name) == nil { names.append(name) }
    }

    /// The names in a section, in order.
    func names(in section: Section) -> [String] {
        names.filter { declarations[$0]?.section == section }
    }
}

extension [String] {
    /// Inserts an element at its position in another order: after its nearest predecessor, or else
    /// before its nearest successor.
    mutating func insert(_ element: String, asIn order: [String]) {
        guard let place = order.firstIndex(of: element) else {
            append(element)
            return
        }
        for before in order[..<place].reversed() {
            if let index = firstIndex(of: before) {
                insert(element, at: index + 1)
                return
            }
        }
        for behind in order[(place + 1)...] {
            if let index = firstIndex(of: behind) {
                insert(element, at: index)
                return
            }
        }
        append(element)
    }
}
