import Diagnostics
import YAMLTree

/// The declarations of the other schemas of a project, which an import neither adds nor changes.
struct OtherSchemas {
    /// A declaration in another schema.
    struct Declaration {
        /// The path of the schema.
        let path: String
        let entry: SchemaEntry
    }

    private var declarations: [String: Declaration] = [:]

    /// Reads the declarations; files that are not YAML have none.
    init(_ files: [SourceFile]) {
        for file in files {
            let root = try? DocumentSet.reader.read(file)
            for section in root?.pairs ?? []
            where DeclarationTable.Section(rawValue: section.key.text ?? "") != nil {
                for pair in section.value.pairs {
                    guard let name = pair.key.text else { continue }
                    let entry = SchemaEntry(name, WrittenSchemaReader.node(pair.value))
                    declarations[name] = Declaration(path: file.path, entry: entry)
                }
            }
        }
    }

    /// The declaration with a name.
    subscript(name: String) -> Declaration? { declarations[name] }
}
