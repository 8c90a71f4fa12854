/// The header of every file.
struct FileHeader: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: ["schemaPath": "The path of the schema, relative to the package."],
        blocks: ["imports": "The imports that the declarations need."]
    )

    /// The schema that the file comes from, relative to the package.
    let schemaPath: String
    /// The imports, with an access level each.
    let imports: Block
    /// Imports that no alias in the file needs, but that must have this level if the file has them
    /// for another reason: an alias exposes its type.
    var importsBehindAliases = Block()

    func block(named name: String) -> Block? {
        switch name {
        case "schemaPath": Block(text: schemaPath)
        case "imports": Block(WrittenImports.lines(of: imports.lines))
        default: nil
        }
    }
}
