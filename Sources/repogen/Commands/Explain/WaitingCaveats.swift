import RepositoryStrategy
import SchemaLanguage

/// The limits of a pending write, by the properties of its entity.
enum WaitingCaveats {
    /// The notes for an operation; empty without a local store.
    ///
    /// - Parameters:
    ///   - entity: The written entity.
    ///   - operation: The operation; nil for all operations.
    /// - Returns: One line for each note.
    static func lines(for entity: CheckedEntity, _ operation: RepositoryOperation?) -> [String] {
        let operations = operation.map { [$0] } ?? RepositoryOperation.allCases
        var lines: [String] = []
        if operations.contains(where: { [.create, .patch].contains($0) }) {
            lines += entity.properties.filter { $0.direction == .writeOnly }.map {
                "note: '\($0.name)' is sent but not stored locally: a write with it is refused "
                    + "instead of becoming pending"
            }
        }
        if operations.contains(.create) {
            lines += entity.properties.filter(\.isGivenByServerAlone).map {
                "note: '\($0.name)' is set by the server only: a create cannot become pending"
            }
        }
        return lines
    }
}

extension CheckedProperty {
    /// Whether the property is required, and only the server can set it.
    fileprivate var isGivenByServerAlone: Bool {
        direction == .readOnly && presence == .required && defaultValue == nil
    }
}
