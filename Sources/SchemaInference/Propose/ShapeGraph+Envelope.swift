import SchemaImport

extension ShapeGraph {
    /// The object, or the type of the objects, in an envelope; nil if an object is none.
    func content(ofEnvelope record: Int) -> Int? {
        let members = self[record].members.filter { !ItemEnvelope.marks.contains($0.key) }
        guard let member = members.first, members.count == 1, ItemEnvelope.keys.contains(member.key)
        else { return nil }
        let records = ShapeUses.records(in: member.node, self)
        guard records.count == 1, records[0] != find(record), self[member.node].mapValue == nil
        else { return nil }
        return records[0]
    }

    /// Merges similar objects in the envelopes of a recorded list and of its items.
    mutating func uniteContents(of kinds: [LearnedBodies]) {
        var contents: [String: Int] = [:]
        for (root, kind) in zip(roots, kinds) where kind.origins.areRecorded {
            let records = ShapeUses.records(in: root, self)
            guard let name = kind.itemName, let record = records.first, records.count == 1,
                let content = content(ofEnvelope: record)
            else { continue }
            if let other = contents[name], ShapeSharing.areSimilar(other, content, in: self) {
                unite(other, content)
            } else {
                contents[name] = contents[name] ?? content
            }
        }
        compress()
    }
}
