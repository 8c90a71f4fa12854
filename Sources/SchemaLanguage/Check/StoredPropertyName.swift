import Diagnostics

extension SchemaIndex.Structure {
    /// The stored property of an entity with a name, or the problem with the name.
    ///
    /// - Parameters:
    ///   - name: The name, as written in `indexes` or `keep`.
    ///   - rule: The rule of the diagnostic.
    ///   - identity: The problem with the name of the identity.
    /// - Returns: The property, or the mistake.
    func storedProperty(
        _ name: Located<String>,
        rule: SchemaRule,
        identity: String
    ) -> (PropertyDeclaration?, Diagnostic?) {
        func mistake(_ message: String, hint: String? = nil) -> (PropertyDeclaration?, Diagnostic?)
        {
            (nil, Diagnostic(rule: rule, message, at: name.range, hint: hint))
        }
        guard name.value != "id" else { return mistake(identity) }
        let others = properties.dropFirst(self.identity == nil ? 0 : 1)
        guard let property = others.first(where: { $0.name.value == name.value }) else {
            let words = name.value.split(separator: ".", maxSplits: 1)
            if words.count > 1, let outer = others.first(where: { $0.name.value == words[0] }) {
                return mistake(
                    "'\(name.value.shortened(to: 60))' is in the value of '\(outer.name.value)', "
                        + "but only properties of the entity itself can be named here"
                )
            }
            return mistake(
                "\(heading.name.value) has no property '\(name.value.shortened(to: 60))'",
                hint: NearestSpelling.hint(for: name.value, in: others.map(\.name.value))
            )
        }
        guard property.direction != .writeOnly else {
            return mistake("'\(name.value)' is write-only, so it is not stored")
        }
        return (property, nil)
    }
}
