import Diagnostics
import SchemaLanguage

/// The effect of a schema change on documents that an app has stored on devices.
struct StoredDataChange: Hashable {
    /// The changed declaration: `Message.likes`.
    let declaration: String
    /// The consequence for stored documents.
    let summary: String
    /// Whether some of them become unreadable.
    let isLoss: Bool
    /// The schema with the change, relative to the project.
    let schemaPath: String

    /// The change in one line.
    var text: String { "\(declaration): \(summary)" }

    /// The change for tools.
    var json: OrderedJSON {
        [
            "declaration": .string(declaration), "summary": .string(summary),
            "unreadable": .bool(isLoss),
        ]
    }
}

extension StoredDataChange {
    /// The same change, with the path of the schema as shown to the reader.
    func at(_ path: String) -> StoredDataChange {
        StoredDataChange(
            declaration: declaration,
            summary: summary,
            isLoss: isLoss,
            schemaPath: path
        )
    }

    /// The consequence for unreadable documents.
    static let unreadable = "cannot be read until the server has sent them again"
}
