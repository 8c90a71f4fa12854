/// A declaration that says how something is spoken to, or stored, and that callers do not name.
struct GeneratedSetting {
    /// The setting, as an expression.
    let value: String
    private let name: String
    /// What follows where it changes.
    let effect: DeclarationChange.Effect
    /// Whether the runtime has a plain one.
    let isOptional: Bool

    /// Recognizes a setting; nil where the declaration is something else.
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

    /// A schema without the list of its properties, each of which is told by itself.
    private static func withoutProperties(_ schema: String) -> String {
        guard let call = schema.call else { return schema }
        let elements = call.elements.filter { !$0.hasPrefix("properties: ") }
        return "EntitySchema(\(elements.joined(separator: ", ")))"
    }

    /// What follows of its change to another one.
    func effect(ofChangeTo other: GeneratedSetting) -> DeclarationChange.Effect {
        // Of the formats of dates the first is written; the others only are read.
        let written = [self, other].map { $0.value.call?.elements.first }
        return name == "dates" && written[0] == written[1] ? .reading : effect
    }

    /// What is said of its change to another one.
    func change(to other: GeneratedSetting) -> String {
        introduction + ValueDifference(value, other.value).text
    }

    /// What is said where it comes.
    var beginning: String {
        introduction
            + (plain.map { ValueDifference($0, value).text }
                ?? "now \(ValueDifference.shortened(value))")
    }

    /// What is said where it goes.
    var ending: String {
        introduction
            + (plain.map { ValueDifference(value, $0).text }
                ?? "no longer \(ValueDifference.shortened(value))")
    }

    /// In words, what it is for.
    private var introduction: String {
        switch name {
        case "schema": "how the local store keeps it: "
        case "RemoteCollection": "how it is synchronized: "
        default: ""
        }
    }

    /// Whether it is what the runtime has where nothing is said.
    var isPlain: Bool { plain == value }

    /// What the runtime has where nothing is said; nil where that is nothing.
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
        "method": .overTheWire, "options": .overTheWire, "otherFailure": .reading,
        "paging": .overTheWire, "path": .overTheWire,
        "query": .overTheWire, "redactedKeys": .compatible, "responsePath": .reading,
        "schema": .compatible, "strategy": .maybeOverTheWire,
    ]

    /// Of those that are no constants the type tells them from the properties of an entity.
    private static let types: [String: DeclarationChange.Effect] = [
        "RemoteCollection": .maybeOverTheWire, "any APIDefinition.Type": .overTheWire,
    ]
}
