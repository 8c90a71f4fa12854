import SchemaImport

/// Names objects used in several places by the keys that lead to them.
struct SharedNames {
    /// Small objects that are common in services, by their keys.
    private static let known: [Set<String>: String] = [
        ["name", "url"]: "NamedResource", ["url"]: "ResourceLink", ["href"]: "Link",
        ["name", "href"]: "NamedLink", ["id", "name"]: "NamedReference", ["id"]: "Reference",
        ["language", "name"]: "LocalizedName", ["code", "name"]: "NamedCode",
        ["unit", "value"]: "Quantity", ["amount", "currency"]: "Money", ["x", "y"]: "Point",
        ["x", "y", "z"]: "Point", ["height", "width"]: "Size", ["key", "value"]: "KeyValuePair",
        ["lat", "lng"]: "Coordinates", ["lat", "lon"]: "Coordinates",
        ["latitude", "longitude"]: "Coordinates", ["end", "start"]: "Span", ["from", "to"]: "Span",
        ["max", "min"]: "Bounds",
    ]

    /// Roles of an object in another: names to avoid if there is an alternative.
    private static let roles: Set<String> = [
        "Sender", "Receiver", "Recipient", "Owner", "Author", "Creator", "Assignee", "Assigner",
        "Parent", "Child", "Source", "Target", "From", "To", "Old", "New", "Current", "Previous",
        "Next", "First", "Last", "Default", "Head", "Base", "Left", "Right", "Editor", "Reviewer",
        "Requester", "Responder", "Actor", "Committer", "Pusher", "Uploader", "Member", "Result",
        "Item", "Value", "Data", "Entry", "Element", "Content",
    ]

    private let graph: ShapeGraph
    private let uses: ShapeUses

    init(_ graph: ShapeGraph, _ uses: ShapeUses) {
        self.graph = graph
        self.uses = uses
    }

    /// The most common name suggested by keys, or the usual name of such an object.
    func name(of node: Int) -> String {
        var votes: [(name: String, count: Int)] = []
        for use in uses.uses[node] ?? [] {
            guard let name = NameTable.typeName(NounForm.singular(use.key)) else { continue }
            if let position = votes.firstIndex(where: { $0.name == name }) {
                votes[position].count += 1
            } else {
                votes.append((name, 1))
            }
        }
        let total = votes.reduce(0) { $0 + $1.count }
        if votes.contains(where: { !Self.roles.contains($0.name) }) {
            votes.removeAll { Self.roles.contains($0.name) }
        }
        let best = votes.reduce(into: (name: "", count: 0)) { if $1.count > $0.count { $0 = $1 } }
        let isClear = best.count * 5 >= total * 3 || votes.count == 1
        if !isClear, let known = Self.known[graph[node].keys] { return known }
        if !isClear, let named = constantName(of: node) { return named }
        return best.name.isEmpty ? Self.known[graph[node].keys] ?? "Item" : best.name
    }

    /// The name given by the objects themselves: `"type": "User"` in each of them.
    private func constantName(of node: Int) -> String? {
        for key in ["type", "object", "kind", "__typename", "@type"] {
            guard let member = graph[node].members.first(where: { $0.key == key }),
                let values = graph[member.node].values.texts.values, let only = values.first,
                !graph[member.node].origins.areRecorded, values.count == 1, only.count <= 30,
                only.first?.isLetter == true,
                !Secrecy.isSecret(value: only)
            else { continue }
            return NameTable.typeName(only)
        }
        return nil
    }
}
