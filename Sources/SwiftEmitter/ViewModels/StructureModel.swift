/// A value, or the common parts of an entity: the templates `Value` and `Conversions`.
struct StructureModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "name": "The name of the type.",
            "conformances": "The protocols that it conforms to, such as `Entity, Hashable`.",
            "parameters": "The parameters of the initializer, such as `likes: Int = 0`.",
        ],
        blocks: [
            "docs": "The documentation of the type.",
            "properties": "The stored properties, such as `public var text: String`.",
            "assignments": "The body of the initializer, such as `self.text = text`.",
            "fields": "The names for queries, if any: `public var text: Field<String> { … }`.",
            "extensions": "A line for each conformance, such as `extension Message: Codable {}`.",
        ],
        including: FileHeader.vocabulary,
        ReadingModel.vocabulary,
        WritingModel.vocabulary,
        DescriptionModel.vocabulary
    )

    let header: FileHeader
    let docs: Block
    let name: String
    /// Such as `Entity, Hashable`.
    let conformances: String
    /// Such as `public var text: String`.
    let properties: Block
    /// Such as `text: String, likes: Int = 0`.
    let parameters: String
    /// Such as `self.text = text`.
    let assignments: Block
    /// Such as `public var text: Field<String> { Field("text") }`; empty for a value that queries
    /// do not use, and for an entity that is only received.
    let fields: Block
    let reading: ReadingModel
    let writing: WritingModel
    let description: DescriptionModel
    /// Such as `nonisolated extension Message: Codable {}`.
    let extensions: Block

    func block(named block: String) -> Block? {
        switch block {
        case "name": Block(text: name)
        case "docs": docs
        case "conformances": Block(text: conformances)
        case "properties": properties
        case "parameters": Block(text: parameters)
        case "assignments": assignments
        case "fields": fields
        case "extensions": extensions
        default:
            reading.block(named: block) ?? writing.block(named: block)
                ?? description.block(named: block) ?? header.block(named: block)
        }
    }
}

/// The decoding of a type: the template `Reading`.
struct ReadingModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "unknownMember": "The handling of properties that the schema does not declare."
        ],
        blocks: [
            "knownKeys": "The declared keys: `[\"_id\"]`; none unless unknown ones are kept.",
            "reads": "Reads a dictionary: `self.text = try source.required(…)`.",
            "locals": "The variables that JSON is read into, such as `var text: String?`.",
            "cases": "Reads JSON, by key: `case \"text\": reader.read(&text)`.",
            "results": "Creates the value: `try self.init(text: reader.require(…))`.",
        ]
    )

    /// Such as `["_id", "text"]`; empty if unknown keys are dropped.
    let knownKeys: Block
    /// Such as `self.text = try source.required("text", as: String.self)`.
    let reads: Block
    /// Such as `var text: String?`.
    let locals: Block
    /// Such as `case "text": reader.read(&text)`.
    let cases: Block
    /// The handling of another property, such as `reader.skip()`.
    let unknownMember: String
    /// Such as `try self.init(text: reader.require(text, "text"))`.
    let results: Block

    /// The model of a type without decoding: empty.
    static let unread = ReadingModel(
        knownKeys: Block(),
        reads: Block(),
        locals: Block(),
        cases: Block(),
        unknownMember: "",
        results: Block()
    )

    func block(named name: String) -> Block? {
        switch name {
        case "knownKeys": knownKeys
        case "reads": reads
        case "locals": locals
        case "cases": cases
        case "unknownMember": Block(text: unknownMember)
        case "results": results
        default: nil
        }
    }
}

/// The encoding of a type: the template `Writing`.
struct WritingModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "type": "The type, as an extension names it: `Message`, or `Message.Draft`.",
            "capacity": "The number of properties.",
        ],
        blocks: [
            "members": "Writes JSON and dictionaries: `writer.member(\"text\", text)`."
        ]
    )

    /// The type, as an extension names it.
    let type: String
    /// The number of properties.
    let capacity: String
    /// Such as `writer.member("text", text)`.
    let members: Block

    func block(named name: String) -> Block? {
        switch name {
        case "type": Block(text: type)
        case "capacity": Block(text: capacity)
        case "members": members
        default: nil
        }
    }
}

/// The description of a type with redacted properties: the template `Description`.
struct DescriptionModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "reflectable": "The name `CustomReflectable`, qualified if the schema has one.",
            "mirror": "The name `Mirror`, qualified if the schema has one.",
        ],
        blocks: [
            "children": "The children of the mirror, `\"id\": id,`; none if none is redacted."
        ]
    )

    /// `CustomReflectable`, as the output has to spell it.
    let reflectable: String
    /// `Mirror`, as the output has to spell it.
    let mirror: String
    /// Such as `"id": id, "password": Redacted()`; empty if all are visible.
    let children: Block

    func block(named name: String) -> Block? {
        switch name {
        case "reflectable": Block(text: reflectable)
        case "mirror": Block(text: mirror)
        case "children": children
        default: nil
        }
    }
}
