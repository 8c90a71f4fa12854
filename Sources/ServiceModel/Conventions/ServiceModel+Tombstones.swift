package import RepositoryNetworking
package import RepositoryValues
package import SchemaLanguage

extension ServiceModel {
    /// Removes the mark of a deleted entity, which a generated value may be by chance.
    ///
    /// - Parameters:
    ///   - tombstone: The mark; nil if the service marks no entities.
    ///   - members: The properties, by key.
    ///   - entity: The entity.
    package func removeMark(
        _ tombstone: Conventions.Tombstone?,
        from members: inout [String: JSON],
        of entity: CheckedEntity
    ) {
        var whole = JSON.object(members)
        guard let tombstone, tombstone.marks(whole) else { return }
        let property = property(at: tombstone.member, of: entity)
        if let property, property.presence == .optional,
            tombstone.member == JSONKeyPath([.key(property.key)])
        {
            members[property.key] = nil
            return
        }
        whole.place(unmarked(tombstone, property, in: whole), at: tombstone.member)
        members = whole.object ?? members
    }

    /// A valid value of the property with the mark that is not the mark.
    private func unmarked(
        _ tombstone: Conventions.Tombstone,
        _ property: CheckedProperty?,
        in whole: JSON
    ) -> JSON {
        if let flag = whole.value(at: tombstone.member)?.bool { return .bool(!flag) }
        guard let property, property.presence == .required else { return .null }
        if case .enumeration(let name) = property.type {
            let values = enumeration(name)?.cases.map { JSON($0.raw) } ?? []
            return values.first { $0 != tombstone.value } ?? .null
        }
        if primitive(of: property.type)?.isInteger == true {
            return .number(.init(tombstone.value == 0 ? 1 : 0))
        }
        return .string("available")
    }
}
