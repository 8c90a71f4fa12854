/// What a difference between two generated files means for those who call what is in them.
struct DeclarationChange: Hashable {
    /// Who has to change something.
    enum Effect: String {
        /// Nobody.
        case compatible
        /// Nobody; the other side of the network gets something else, or something else is read of it.
        case overTheWire = "changes what goes over the wire, and nothing for callers"
        /// Those who name it, or call it.
        case breakingForCallers = "breaking for callers"
        /// Those who implement the protocol themselves.
        case breakingForConformers = "breaking for conformers"
        /// Those whose `switch` names every case.
        case breakingForSwitches = "breaking for switches"
    }

    /// The declaration: `Message.text`.
    let declaration: String
    /// What became of it: `String → String?`, `added`, `removed`.
    let summary: String
    let effect: Effect

    var isBreaking: Bool { effect != .compatible && effect != .overTheWire }

    /// The change in one line: `Message.text: String → String?, breaking for callers`.
    var text: String {
        "\(declaration): \(summary)" + (effect == .compatible ? "" : ", " + effect.rawValue)
    }
}

extension [DeclarationChange] {
    /// The changes without those of `Draft`, `Patch` and `Fields` that only follow those of the entity.
    var withoutEchoes: [DeclarationChange] {
        let declared = Set(map(\.declaration))
        return filter { change in
            let parts = change.declaration.split(separator: ".")
            guard parts.count >= 3, ["Draft", "Patch", "Fields"].contains(parts[parts.count - 2])
            else { return true }
            let original = parts.dropLast(2) + parts.suffix(1)
            return !declared.contains(original.joined(separator: "."))
        }
    }
}
