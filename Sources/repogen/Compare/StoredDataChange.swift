import Diagnostics
import SchemaLanguage

/// What a change of schemas means for documents that an app has stored on devices.
struct StoredDataChange: Hashable {
    /// What it is about: `Message.likes`.
    let declaration: String
    /// The consequence for stored documents.
    let summary: String
    /// Whether some of them cannot be read any more.
    let isLoss: Bool
    /// The schema that says so, relative to the project.
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
    /// The same, of a schema at a path as the reader knows it.
    func at(_ path: String) -> StoredDataChange {
        StoredDataChange(
            declaration: declaration,
            summary: summary,
            isLoss: isLoss,
            schemaPath: path
        )
    }

    /// What stays unreadable, and until when.
    static let unreadable = "cannot be read until the server has sent them again"
}
