/// What a difference between two generated files means for those who call what is in them.
struct DeclarationChange: Hashable {
    /// Who has to change something.
    enum Effect: String {
        /// Nobody.
        case compatible
        /// Nobody; something else is sent, or has to come back.
        case overTheWire = "changes what goes over the wire, and nothing for callers"
        /// Nobody; whether something else is sent depends on more than this file.
        case maybeOverTheWire = "may change what goes over the wire, and nothing for callers"
        /// Nobody; of what comes back something else is made.
        case reading = "changes what is read, and nothing for callers"
        /// Those who read the lines find out.
        case unclear = "see the lines for what that means"
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
    /// Whether something else is sent, or has to come back, besides what callers have to change.
    var alsoOverTheWire = false

    /// Whether something else goes over the wire, or may.
    var isOverTheWire: Bool {
        switch effect {
        case .compatible: false
        case .overTheWire, .maybeOverTheWire, .reading, .unclear: true
        case .breakingForCallers, .breakingForConformers, .breakingForSwitches: alsoOverTheWire
        }
    }

    var isBreaking: Bool {
        switch effect {
        case .compatible, .overTheWire, .maybeOverTheWire, .reading, .unclear: false
        case .breakingForCallers, .breakingForConformers, .breakingForSwitches: true
        }
    }

    /// The change in one line: `Message.text: String → String?, breaking for callers`.
    var text: String {
        "\(declaration): \(summary)" + (effect == .compatible ? "" : ", " + effect.rawValue)
            + (alsoOverTheWire ? ", and changes what goes over the wire" : "")
    }

    /// The same of a member that is read or written otherwise.
    var overTheWire: DeclarationChange {
        var change = self
        if isBreaking {
            change.alsoOverTheWire = true
        } else if effect == .compatible {
            change = DeclarationChange(
                declaration: declaration,
                summary: summary,
                effect: .overTheWire
            )
        }
        return change
    }
}

extension [DeclarationChange] {
    /// The changes without those of `Draft`, `Patch` and `Fields` that only follow those of the entity:
    /// what is said of that is no less.
    var withoutEchoes: [DeclarationChange] {
        let declared = Set(map(\.declaration))
        let broken = Set(filter(\.isBreaking).map(\.declaration))
        let said = Set(self)
        return filter { change in
            let parts = change.declaration.split(separator: ".")
            guard parts.count >= 3, ["Draft", "Patch", "Fields"].contains(parts[parts.count - 2])
            else { return true }
            let original = (parts.dropLast(2) + parts.suffix(1)).joined(separator: ".")
            // What an initializer needs is another thing for each.
            guard !change.isBreaking || !original.hasSuffix(".init") else {
                let same = DeclarationChange(
                    declaration: original,
                    summary: change.summary,
                    effect: change.effect
                )
                return !said.contains(same)
            }
            return !(change.isBreaking ? broken : declared).contains(original)
        }
    }
}
