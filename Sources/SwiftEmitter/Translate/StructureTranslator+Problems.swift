import SchemaLanguage

// Constraints.
extension StructureTranslator {
    /// An extension that reports the problems of a type; empty if no property is checked.
    ///
    /// ```swift
    /// nonisolated extension Message.Draft: Constrained {
    ///     /// Reports the properties that violate a constraint.
    ///     public func reportProblems(to problems: inout ProblemCollector) {
    ///         problems.check("text", text, .minLength(1), .maxLength(500))
    ///     }
    /// }
    /// ```
    func problems(of type: String, _ properties: [TranslatedProperty]) -> Block {
        let checked = properties.filter { $0.checks != nil }
        guard !checked.isEmpty else { return Block() }
        var block = Block(capacity: checked.count + 5)
        block.line("nonisolated extension ", type, ": ", types.names.foreign("Constrained"), " {")
        block.line("    /// Reports the properties that violate a constraint.")
        block.line(
            "    ",
            access,
            "func reportProblems(to problems: inout ",
            types.names.foreign("ProblemCollector"),
            ") {"
        )
        for property in checked { property.check(in: &block) }
        block.line("    }")
        block.line("}")
        return block
    }
}

extension TranslatedProperty {
    /// Checks the value.
    ///
    /// ```swift
    /// problems.check("text", text, .minLength(1), .maxLength(500))
    /// ```
    fileprivate func check(in block: inout Block) {
        guard let checks else { return }
        let qualifier = value == "problems" ? "self." : ""
        block.line(
            "        problems.check(",
            StringLiteral.literal(name.text),
            ", ",
            qualifier,
            value,
            checks.map { ", " + $0 }.joined(),
            ")"
        )
    }
}
