@testable import SchemaInference

extension ShapeTree {
    /// The shape of bodies.
    init(of bodies: [String], firstBody: Int = 0) throws {
        self.init()
        for (number, body) in bodies.enumerated() {
            var reader = JSONEventReader(
                MemoryStream(Array(body.utf8)),
                handler: ShapeLearner(body: firstBody + number)
            )
            while try reader.readDocument() {}
            join(reader.handler.tree)
        }
    }

    /// The contents of a shape, with keys in the order of first occurrence.
    ///
    /// - Parameter hasCounts: Whether the text contains counts.
    /// - Returns: A text.
    func text(hasCounts: Bool) -> String {
        text(of: 0, hasCounts: hasCounts)
    }

    private func text(of number: Int, hasCounts: Bool) -> String {
        let node = self[number]
        let count = { (count: Int) in hasCounts ? "\(count)" : count > 0 ? "+" : "0" }
        var parts = [
            "null \(count(node.nulls)) bool \(count(node.bools)) array \(count(node.arrays))",
            "object \(count(node.objects))",
            "int \(count(node.numbers.integers)) decimal \(count(node.numbers.decimals))",
            "\(node.numbers.commonWidth) \(node.numbers.least) \(node.numbers.greatest)",
            "\(node.numbers.areDoubles) \(node.numbers.areDecimals)",
            "text \(count(node.texts.count)) \(count(node.texts.empties)) \(node.texts.forms.rawValue)",
            "\(node.texts.values.map { $0.sorted() } ?? ["…"])",
            "\(node.texts.leastFraction) \(node.texts.mostFraction) \(node.place)",
        ]
        // The numbers in a body identify nodes, and are not part of the contents.
        parts[7] = "\(node.texts.leastFraction) \(node.texts.mostFraction) \(node.place.body)"
        if let element = node.element {
            parts.append("[\(text(of: element, hasCounts: hasCounts))]")
        }
        if let value = node.members.mapValue {
            parts.append("map {\(text(of: value, hasCounts: hasCounts))}")
        }
        for member in node.members.list.sorted(by: { $0.key < $1.key }) {
            let presence = count(member.presence)
            parts.append(
                "\(member.key) \(presence) {\(text(of: member.node, hasCounts: hasCounts))}"
            )
        }
        for (key, table) in node.members.tags.sorted(by: { $0.key < $1.key }) {
            let groups = table.groups?.sorted { $0.key < $1.key }.map { text, group in
                "\(text) \(count(group.count)) "
                    + "\(group.presence.sorted { $0.key < $1.key }.map { "\($0.key) \(count($0.value))" })"
            }
            parts.append("tag \(key) \(groups ?? ["…"])")
        }
        return parts.joined(separator: ";")
    }
}
