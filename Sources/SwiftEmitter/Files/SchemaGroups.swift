/// The declarations of each schema file, rendered without their headers.
struct SchemaGroups {
    /// The declarations of one schema file.
    struct Group {
        /// The header of the file, with the imports of all declarations.
        let header: FileHeader
        /// The rendered declarations, in the order in which they were added.
        let contents: [UInt8]
    }

    private var imports: [String: MergedImports] = [:]
    private var contents: [String: [UInt8]] = [:]

    /// Adds a declaration.
    mutating func add(_ file: RenderedFile) {
        let path = file.header.schemaPath
        imports[path, default: MergedImports()].add(file.header)
        // A blank line between two declarations, as after a header.
        if contents[path] != nil { contents[path]?.append(UInt8(ascii: "\n")) }
        contents[path, default: []] += file.text
    }

    /// The groups, sorted by the path of the schema.
    var sorted: [Group] {
        contents.sorted { $0.key < $1.key }.map { path, text in
            let imports = imports[path]?.block ?? Block()
            return Group(header: FileHeader(schemaPath: path, imports: imports), contents: text)
        }
    }
}
