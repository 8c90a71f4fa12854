package import SchemaLanguage

/// The purpose of a body, which determines its properties.
package enum BodyPurpose: Sendable {
    case response, draft, patch

    /// The purpose of a body of a type.
    init(_ type: CheckedType) {
        switch type {
        case .draft: self = .draft
        case .patch: self = .patch
        default: self = .response
        }
    }
}

extension ServiceModel {
    /// The properties of a value or an entity in a body.
    ///
    /// - Parameters:
    ///   - name: The name of the value or the entity.
    ///   - purpose: The purpose of the body.
    /// - Returns: The properties, in schema order; for a patch, the first one that may change.
    package func properties(of name: String, for purpose: BodyPurpose) -> [CheckedProperty] {
        let all = properties(of: name)
        let entity = entity(name)
        switch purpose {
        case .response: return all.filter { $0.direction != .writeOnly }
        case .draft:
            return all.filter { property in
                property.direction != .readOnly
                    && (property.key != entity?.identity.key || entity?.identityOrigin != .server)
            }
        case .patch:
            // A patch contains only changes.
            let changeable = all.first { property in
                property.key != entity?.identity.key
                    && ![.readOnly, .immutable].contains(property.direction)
            }
            return changeable.map { [$0] } ?? []
        }
    }
}
