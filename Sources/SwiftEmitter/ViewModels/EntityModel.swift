/// An entity: the template `Entity`.
struct EntityModel: FileModel {
    static let vocabulary = TemplateVocabulary(
        blocks: [
            "schema": "The schema of the store, such as `name: \"Message\"`; empty by default."
        ],
        models: [
            "draft": .init(
                SentModel.vocabulary,
                "The draft, which creates the entity; none if it is only received."
            ),
            "patch": .init(
                SentModel.vocabulary,
                "The patch, which changes the entity; none if it is only received."
            ),
        ],
        including: StructureModel.vocabulary
    )

    let structure: StructureModel
    /// Such as `name: "Message", identityKey: "_id"`; empty if the runtime's defaults apply.
    let schema: Block
    /// Nil if the entity is only received.
    let draft: SentModel?
    /// Nil if the entity is only received.
    let patch: SentModel?

    var header: FileHeader { structure.header }

    func block(named name: String) -> Block? {
        switch name {
        case "schema": schema
        default: structure.block(named: name)
        }
    }

    func model(named name: String) -> (any ViewModel)? {
        switch name {
        case "draft": draft
        case "patch": patch
        default: nil
        }
    }
}

/// A draft or a patch of an entity.
struct SentModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        text: [
            "parameters": "The parameters of the initializer, such as `text: String`.",
            "arguments": "The properties of the entity as arguments, such as `text: text`.",
        ],
        blocks: [
            "properties": "The stored properties, such as `public var text: String`.",
            "assignments": "The body of the initializer, such as `self.text = text`.",
            "isRead": "A line if the type is decoded on a server; none otherwise.",
        ],
        including: ReadingModel.vocabulary,
        WritingModel.vocabulary,
        DescriptionModel.vocabulary
    )

    /// Such as `public var text: Change<String>`.
    let properties: Block
    /// Such as `text: Change<String> = .keep`.
    let parameters: String
    /// Such as `text: text, likes: likes`.
    let arguments: String
    /// Such as `self.text = text`.
    let assignments: Block
    /// The decoding for a server; nil if it is only sent.
    let reading: ReadingModel?
    let writing: WritingModel
    let description: DescriptionModel

    func block(named name: String) -> Block? {
        switch name {
        case "isRead": reading == nil ? Block() : Block(["true"])
        case "properties": properties
        case "parameters": Block(text: parameters)
        case "arguments": Block(text: arguments)
        case "assignments": assignments
        default:
            (reading ?? .unread).block(named: name) ?? writing.block(named: name)
                ?? description.block(named: name)
        }
    }
}
