/// A value, or what an entity has in common with one: the templates `Value` and `Conversions`.
struct StructureModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the type.",
            "parameters": "The parameters of the initialiser, such as `likes: Int = 0`.",
        ],
        blocks: [
            "docs": "The documentation of the type.",
            "properties": "The stored properties, such as `public var text: String`.",
            "assignments": "The body of the initialiser, such as `self.text = text`.",
        ],
        including: FileHeader.vocabulary,
        ReadingModel.vocabulary,
        WritingModel.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    /// Such as `public var text: String`.
    let properties: Block
    /// Such as `text: String, likes: Int = 0`.
    let parameters: String
    /// Such as `self.text = text`.
    let assignments: Block
    let reading: ReadingModel
    let writing: WritingModel

    func block(named block: String) -> Block? {
        switch block {
        case "name": Block(text: name)
        case "docs": docs
        case "properties": properties
        case "parameters": Block(text: parameters)
        case "assignments": assignments
        default:
            reading.block(named: block) ?? writing.block(named: block)
                ?? header.block(named: block)
        }
    }
}

/// How a type is read: the template `Conversions`.
struct ReadingModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        blocks: [
            "reads": "From a dictionary, such as `self.text = try source.required(…)`.",
            "locals": "The variables that JSON is read into, such as `var text: String?`.",
            "cases": "From JSON, by key, such as `case \"text\": text = try reader.value()`.",
            "results": "From the variables, such as `self.text = try reader.require(…)`.",
        ]
    )

    /// Such as `self.text = try source.required("text", as: String.self)`.
    let reads: Block
    /// Such as `var text: String?`.
    let locals: Block
    /// Such as `case "text": text = try reader.value()`.
    let cases: Block
    /// Such as `self.text = try reader.require(text, "text")`.
    let results: Block

    func block(named name: String) -> Block? {
        switch name {
        case "reads": reads
        case "locals": locals
        case "cases": cases
        case "results": results
        default: nil
        }
    }
}

/// How a type is written: the templates `JSONWriting` and `DictionaryWriting`.
struct WritingModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "type": "The type, as an extension names it: `Message`, or `Message.Draft`.",
            "capacity": "How many members there are.",
        ],
        blocks: [
            "members": "To JSON, such as `writer.member(\"text\", text)`.",
            "settings": "To a dictionary, such as `target.set(\"text\", text)`.",
        ]
    )

    /// The type, as an extension names it.
    let type: String
    /// How many members there are.
    let capacity: String
    /// Such as `writer.member("text", text)`.
    let members: Block
    /// Such as `target.set("text", text)`.
    let settings: Block

    func block(named name: String) -> Block? {
        switch name {
        case "type": Block(text: type)
        case "capacity": Block(text: capacity)
        case "members": members
        case "settings": settings
        default: nil
        }
    }
}
