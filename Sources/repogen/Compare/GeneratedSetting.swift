/// A declaration that configures communication or storage, which callers do not use.
struct GeneratedSetting {
    /// The setting, as an expression.
    let value: String
    private let name: String
    /// The effect of a change.
    let effect: DeclarationChange.Effect
    /// Whether the runtime has a default for it.
    let isOptional: Bool

    /// Recognizes a setting; nil for any other declaration.
    init?(_ declaration: SwiftOutline.Declaration) {
        guard declaration.kind == .property,
            let effect = declaration.isStatic
                ? Self.constants[declaration.name] : Self.types[declaration.detail]
        else { return nil }
        let text =
            declaration.value
            ?? declaration.body.split { $0.isWhitespace }.joined(separator: " ")
        self.effect = effect
        name = declaration.isStatic ? declaration.name : declaration.detail
        value = name == "schema" ? Self.withoutProperties(text) : text
        isOptional = !["method", "path", "strategy"].contains(declaration.name)
    }

    /// A schema without the list of its properties, which are compared on their own.
    private static func withoutProperties(_ schema: String) -> String {
        guard let call = schema.call else { return schema }
        let elements = call.elements.filter { !$0.hasPrefix("properties: ") }
        return "EntitySchema(\(elements.joined(separator: ", ")))"
    }

    /// The effect of a change to another setting.
    func effect(ofChangeTo other: GeneratedSetting) -> DeclarationChange.Effect {
        // Only the first date format is used for writing, the others for reading.
        let written = [self, other].map { $0.value.call?.elements.first }
        return name == "dates" && written[0] == written[1] ? .reading : effect
    }

    /// The description of a change to another setting.
    func change(to other: GeneratedSetting) -> String {
        introduction + ValueDifference(value, other.value).text
    }

    /// The description of an added setting.
    var beginning: String {
        introduction
            + (plain.map { ValueDifference($0, value).text }
                ?? "now \(ValueDifference.shortened(value))")
    }

    /// The description of a removed setting.
    var ending: String {
        introduction
            + (plain.map { ValueDifference(value, $0).text }
                ?? "no longer \(ValueDifference.shortened(value))")
    }

    /// A prefix that describes its purpose.
    private var introduction: String {
        switch name {
        case "schema": "stored as: "
        case "RemoteCollection": "synchronized as: "
        default: ""
        }
    }

    /// Whether it equals the default of the runtime.
    var isPlain: Bool { plain == value }

    /// The default of the runtime; nil if there is none.
    private var plain: String? {
        guard ["schema", "RemoteCollection"].contains(name), let call = value.call,
            let first = call.elements.first
        else { return nil }
        return "\(call.head)(\(first))"
    }

    private static let constants: [String: DeclarationChange.Effect] = [
        "acceptedMedia": .overTheWire, "authenticates": .overTheWire,
        "authentication": .overTheWire, "baseURLs": .overTheWire,
        "bodyMedia": .overTheWire, "bodyPath": .overTheWire, "dates": .overTheWire,
        "environment": .overTheWire, "example": .compatible, "failures": .reading,
        "headers": .overTheWire, "lastEventData": .reading,
        "media": .reading, "method": .overTheWire, "options": .overTheWire,
        "otherFailure": .reading,
        "paging": .overTheWire, "path": .overTheWire,
        "query": .overTheWire, "redactedKeys": .compatible, "responsePath": .reading,
        "schema": .compatible, "strategy": .maybeOverTheWire,
    ]

    /// For variables, the type distinguishes settings from the properties of an entity.
    private static let types: [String: DeclarationChange.Effect] = [
        "RemoteCollection": .maybeOverTheWire, "any APIDefinition.Type": .overTheWire,
    ]
}
