/// A declaration that says how something is spoken to, or stored, and that callers do not name.
struct GeneratedSetting {
    /// The setting, as an expression.
    let value: String
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
        value =
            declaration.value
            ?? declaration.body.split { $0.isWhitespace }.joined(separator: " ")
        self.effect = effect
        isOptional = !["method", "path", "strategy"].contains(declaration.name)
    }

    private static let constants: [String: DeclarationChange.Effect] = [
        "authenticates": .overTheWire, "authentication": .overTheWire, "baseURLs": .overTheWire,
        "bodyPath": .overTheWire, "dates": .overTheWire, "environment": .overTheWire,
        "example": .compatible, "failures": .reading, "headers": .overTheWire,
        "method": .overTheWire, "path": .overTheWire, "redactedKeys": .compatible,
        "responsePath": .reading, "schema": .compatible, "strategy": .maybeOverTheWire,
    ]

    /// Of those that are no constants the type tells them from the properties of an entity.
    private static let types: [String: DeclarationChange.Effect] = [
        "RemoteCollection": .maybeOverTheWire, "any APIDefinition.Type": .overTheWire,
    ]
}
