/// An entity: the template `Entity`.
struct EntityModel: ViewModel {
    static let vocabulary = TemplateVocabulary(
        blocks: ["fields"],
        models: ["draft": SentModel.vocabulary, "patch": SentModel.vocabulary],
        including: StructureModel.vocabulary
    )

    let structure: StructureModel
    /// Such as `public var text: Field<String> { Field("text") }`.
    let fields: Block
    let draft: SentModel
    let patch: SentModel

    func block(named name: String) -> Block? {
        switch name {
        case "fields": fields
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
        text: ["parameters", "arguments"],
        blocks: ["properties", "assignments"],
        including: WritingModel.vocabulary,
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
    let writing: WritingModel
    let description: DescriptionModel

    func block(named name: String) -> Block? {
        switch name {
        case "properties": properties
        case "parameters": Block(text: parameters)
        case "arguments": Block(text: arguments)
        case "assignments": assignments
        default: writing.block(named: name) ?? description.block(named: name)
        }
    }
}
