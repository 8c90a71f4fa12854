/// What stands above the declarations of every file.
struct FileHeader: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: ["schemaPath": "The schema that the file comes from, relative to the package."],
        blocks: ["imports": "The imports that the declarations need."]
    )

    /// The schema that the file comes from, relative to the package.
    let schemaPath: String
    /// The imports, with an access level each.
    let imports: Block
    /// Those that no alias in the file needs, but that must be this visible where the file has them for
    /// something else: an alias shows what it stands for.
    var importsBehindAliases = Block()

    func block(named name: String) -> Block? {
        switch name {
        case "schemaPath": Block(text: schemaPath)
        case "imports": Block(WrittenImports.lines(of: imports.lines))
        default: nil
        }
    }
}
