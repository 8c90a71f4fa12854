import TestSupport

/// Schemas of a small package with lines that Git can merge, and edits on two branches.
struct BranchedSchema {
    /// An entity, a value or an enum, with its properties or cases.
    private struct Declaration {
        var name: String
        var members: [(name: String, type: String)]
    }

    private var entities: [Declaration]
    private var values: [Declaration]
    private var enums: [Declaration]
    private let branch: String
    private var next = 0

    private static let types = ["String", "Int = 0", "Bool = false", "Double?", "Date", "[String]"]

    /// Creates the schemas at the common ancestor.
    init(of branch: String) {
        self.branch = branch
        let plain = ["one", "two", "three", "four", "five"].map { (name: $0, type: "String") }
        entities = ["Letter", "Message", "Person"].map { Declaration(name: $0, members: plain) }
        values = ["Address", "Place"].map { Declaration(name: $0, members: plain) }
        enums = [Declaration(name: "Color", members: plain)]
    }

    /// The files with their contents.
    var files: [String: String] {
        var letters = "repogen: 1\nentities:\n"
        for entity in entities { letters += Self.structure(entity, "    id: String\n") }
        var rest = "repogen: 1\n"
        if !values.isEmpty { rest += "values:\n" }
        for value in values { rest += Self.structure(value, "") }
        if !enums.isEmpty { rest += "enums:\n" }
        for one in enums {
            rest += "  \(one.name):\n    cases:\n"
            rest += one.members.map { "      - \($0.name)\n" }.joined()
        }
        return ["Schemas/letters.yaml": letters, "Schemas/rest.yaml": rest]
    }

    /// Makes one to three edits, some at the same places as on the other branch.
    mutating func edit(_ random: inout SeededGenerator) {
        for _ in 0..<random.number(in: 1...3) {
            let kind = random.number(in: 0...9)
            var all = kind < 6 ? entities : kind < 8 ? values : enums
            change(&all, &random)
            switch kind {
            case ..<6: entities = all
            case ..<8: values = all
            default: enums = all
            }
        }
    }

    private mutating func change(_ all: inout [Declaration], _ random: inout SeededGenerator) {
        next += 1
        let name = "\(branch)\(next)"
        guard let index = all.indices.randomElement(using: &random) else { return }
        let count = all[index].members.count
        let member = random.number(in: 0...(count - 1))
        switch random.number(in: 0...11) {
        case 0: all.append(Declaration(name: "New\(name)", members: all[index].members))
        case 1 where all.count > 1: all.remove(at: index)
        case 2: all[index].name = "Renamed\(name)"
        case 3 where count > 2: all[index].members.remove(at: member)
        case 4, 5: all[index].members[member].name = "renamed\(name)"
        case 6, 7: all[index].members[member].type = random.element(of: Self.types) ?? "Int"
        default:
            let type = random.element(of: Self.types) ?? "Int"
            all[index].members.insert((name: "added\(name)", type: type), at: member)
        }
    }

    private static func structure(_ declaration: Declaration, _ head: String) -> String {
        "  \(declaration.name):\n\(head)    properties:\n"
            + declaration.members.map { "      \($0.name): \($0.type)\n" }.joined()
    }
}
