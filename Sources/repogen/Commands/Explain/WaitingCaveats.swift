import RepositoryStrategy
import SchemaLanguage

/// What a write cannot have that waits on this side, as the properties of its entity say.
enum WaitingCaveats {
    /// The notes for an operation; none where nothing is kept here.
    ///
    /// - Parameters:
    ///   - entity: What is written.
    ///   - operation: How; nil for all operations.
    /// - Returns: A line for each.
    static func lines(for entity: CheckedEntity, _ operation: RepositoryOperation?) -> [String] {
        let operations = operation.map { [$0] } ?? RepositoryOperation.allCases
        var lines: [String] = []
        if operations.contains(where: { [.create, .patch].contains($0) }) {
            lines += entity.properties.filter { $0.direction == .writeOnly }.map {
                "note: '\($0.name)' is only sent, and not kept here: a write with it is refused where it "
                    + "would wait"
            }
        }
        if operations.contains(.create) {
            lines += entity.properties.filter(\.isGivenByServerAlone).map {
                "note: '\($0.name)' is given by the server alone: a creation is refused where it would wait"
            }
        }
        return lines
    }
}

extension CheckedProperty {
    /// Whether there is no entity without it, and only the server has its value.
    fileprivate var isGivenByServerAlone: Bool {
        direction == .readOnly && presence == .required && defaultValue == nil
    }
}
