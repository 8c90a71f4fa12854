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

    /// What goes over the wire, besides what callers have to change.
    enum Traffic: String {
        /// Something else is sent, or has to come back.
        case changed = "changes what goes over the wire"
        /// Whether something else is sent depends on more than the output.
        case unknown = "may change what goes over the wire"
        /// Of what comes back something else is made.
        case read = "changes what is read"
    }

    /// The declaration: `Message.text`.
    let declaration: String
    /// What became of it: `String → String?`, `added`, `removed`.
    let summary: String
    let effect: Effect
    /// What else changes of a change that is breaking; nil where nothing does.
    var traffic: Traffic?

    /// Whether something else goes over the wire, or may.
    var isOverTheWire: Bool {
        switch effect {
        case .compatible: false
        case .overTheWire, .maybeOverTheWire, .reading, .unclear: true
        case .breakingForCallers, .breakingForConformers, .breakingForSwitches: traffic != nil
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
            + (traffic.map { ", and " + $0.rawValue } ?? "")
    }

    /// The same of what is read or written otherwise.
    func with(_ traffic: Traffic) -> DeclarationChange {
        var change = self
        if isBreaking {
            if self.traffic != .changed { change.traffic = traffic }
        } else if effect == .compatible {
            let effect: Effect =
                switch traffic {
                case .changed: .overTheWire
                case .unknown: .maybeOverTheWire
                case .read: .reading
                }
            change = DeclarationChange(declaration: declaration, summary: summary, effect: effect)
        }
        return change
    }
}

extension DeclarationChange {
    /// A change of the name on the wire.
    ///
    /// - Parameters:
    ///   - declaration: What has the name.
    ///   - before: The name that it had.
    ///   - after: The name that it has.
    ///   - heir: What has the old name now: callers get another value then.
    ///   - former: What had the new name before, which means the same for callers.
    init(
        of declaration: String,
        key before: String,
        to after: String,
        _ heir: String?,
        _ former: String?
    ) {
        let summary = ValueDifference(before, after).text
        let passing =
            heir.map { ", and \(before) is '\($0.identifier)' now" }
            ?? former.map { ", which was '\($0.identifier)'" }
        self.init(
            declaration: declaration,
            summary: summary + (passing ?? ""),
            effect: passing == nil ? .overTheWire : .breakingForCallers,
            traffic: passing == nil ? nil : .changed
        )
    }
}

extension [DeclarationChange] {
    /// The changes without those of `Draft`, `Patch` and `Fields` that follow from one of the entity by
    /// themselves: the same became of the same member, or nobody has to know.
    var withoutEchoes: [DeclarationChange] {
        let byDeclaration = Dictionary(grouping: self, by: \.declaration)
        return filter { change in
            guard let original = change.original else { return true }
            let changes = byDeclaration[original] ?? []
            return !changes.contains { $0.implies(change) }
        }
    }
}

extension DeclarationChange {
    /// The same member of the entity, of one of its draft, patch or fields; nil of everything else.
    fileprivate var original: String? {
        guard let dot = declaration.lastIndex(of: ".") else { return nil }
        let type = String(declaration[..<dot])
        let entity = SwiftOutline.entity(of: type)
        return entity == type ? nil : entity + declaration[dot...]
    }

    /// Whether another change, of the draft, the patch or the fields, follows from this one of the entity.
    fileprivate func implies(_ other: DeclarationChange) -> Bool {
        if other.effect == .compatible { return true }
        guard effect == other.effect, isOverTheWire || !other.isOverTheWire else { return false }
        guard summary != other.summary else { return true }
        guard let types = Self.bare(summary) else { return false }
        return types == Self.bare(other.summary)
    }

    /// Both types without what says that they may be missing, or kept: `String → Int` of
    /// `Change<String> → Change<Int>`; nil of what is no change of a type, or one of just that.
    private static func bare(_ summary: String) -> [String]? {
        let types = summary.split(separator: " → ").map(String.init)
        guard types.count == 2 else { return nil }
        let heads = ["Change<", "NullableChange<", "Presence<", "Field<"]
        let head = heads.first { head in types.allSatisfy { $0.hasPrefix(head) } }
        if let head { return types.map { String($0.dropFirst(head.count).dropLast()) } }
        guard types.allSatisfy({ $0.hasSuffix("?") }) else { return types }
        return types.map { String($0.dropLast()) }
    }
}
