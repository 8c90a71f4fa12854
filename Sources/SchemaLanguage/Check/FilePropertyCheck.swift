import Diagnostics

/// Checks that the property of a file is a string of an entity that the server writes.
struct FilePropertyCheck: SchemaCheck {
    func diagnostics(in index: SchemaIndex) -> [Diagnostic] {
        index.groups.flatMap { group -> [Diagnostic] in
            let included = group.properties.filter { $0.mixin != nil }
            var paths: [String: PropertyDeclaration] = [:]
            return (group.ownProperties + included).compactMap { property in
                guard let file = property.file, let type = index.resolve(property.type) else {
                    return nil
                }
                if let (message, hint) = mistake(file, property, type, in: group) {
                    return Diagnostic(
                        rule: SchemaRule.invalidFile,
                        message,
                        at: file.range,
                        hint: hint
                    )
                }
                let path = file.path?.value ?? index.wireKey(of: property, in: group)
                guard let other = paths.updateValue(property, forKey: path) else { return nil }
                return Diagnostic(
                    rule: SchemaRule.invalidFile,
                    "'\(property.name.value)' has the path '\(path)' of another file",
                    at: file.path?.range ?? file.range,
                    notes: [
                        Diagnostic.Note(
                            "'\(other.name.value)' is declared here",
                            at: other.name.range
                        )
                    ],
                    hint: "give each file of the entity a path of its own"
                )
            }
        }
    }

    private func mistake(
        _ file: FileDeclaration,
        _ property: PropertyDeclaration,
        _ type: CheckedType,
        in group: SchemaIndex.Structure
    ) -> (message: String, hint: String?)? {
        let name = property.name.value
        if group.kind == .value {
            return (
                "'\(name)' belongs to a value, which has no URL of its own",
                "set it on a property of the entity"
            )
        }
        guard [.primitive(.string), .primitive(.url)].contains(type.withoutNull) else {
            return (
                "'\(name)' is not a string: JSON contains the URL, version or name of the file",
                "write `\(name)?: { type: String, file: … }`"
            )
        }
        if let direction = property.directions.first(where: { $0.value != .readOnly }) {
            return (
                "'\(name)' is \(direction.value.rawValue), but only the server writes it for a "
                    + "file",
                "drop `\(direction.value.rawValue)`"
            )
        }
        guard !property.mayBeAbsent, !property.type.isOptional, property.isWhole else { return nil }
        return (
            "'\(name)' is required, but a new entity has no file",
            "put a '?' after the name or the type"
        )
    }
}
