/// The effect of a difference between two generated files on callers.
struct DeclarationChange: Hashable {
    /// Who must adapt.
    enum Effect: String {
        /// No one.
        case compatible
        /// No one, but requests or responses change.
        case overTheWire = "changes requests or responses, compatible for callers"
        /// No one; whether requests change depends on more than this file.
        case maybeOverTheWire = "may change requests or responses, compatible for callers"
        /// No one, but responses are read differently.
        case reading = "changes how responses are read, compatible for callers"
        /// Unknown; the lines show it.
        case unclear = "see the lines for the effect"
        /// Code that uses or calls the declaration.
        case breakingForCallers = "breaking for callers"
        /// Types that conform to the protocol.
        case breakingForConformers = "breaking for conformers"
        /// Code with an exhaustive `switch`.
        case breakingForSwitches = "breaking for switches"
    }

    /// The effect on requests and responses of a change that also breaks callers.
    enum Traffic: String {
        /// Requests or responses change.
        case changed = "changes requests or responses"
        /// Whether requests change depends on more than the output.
        case unknown = "may change requests or responses"
        /// Responses are read differently.
        case read = "changes how responses are read"
    }

    /// The declaration: `Message.text`.
    let declaration: String
    /// The change: `String → String?`, `added`, `removed`.
    let summary: String
    let effect: Effect
    /// The effect of a breaking change on requests and responses; nil if there is none.
    var traffic: Traffic?

    /// Whether requests or responses change, or may change.
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

    /// The same change, for a declaration that also changes requests or responses.
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
    /// A change of a key in JSON or in a request.
    ///
    /// - Parameters:
    ///   - declaration: The declaration with the key.
    ///   - before: The old key.
    ///   - after: The new key.
    ///   - heir: The declaration that has the old key now, and so reads another value.
    ///   - former: The declaration that had the new key before; callers read another value, too.
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
    /// The changes without those of `Draft`, `Patch` and `Fields` that follow from a change of the
    /// entity: the same change of the same property, or one that does not affect callers.
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
    /// The corresponding property of the entity, for a property of its draft, patch or fields; nil
    /// for others.
    fileprivate var original: String? {
        guard let dot = declaration.lastIndex(of: ".") else { return nil }
        let type = String(declaration[..<dot])
        let entity = SwiftOutline.entity(of: type)
        return entity == type ? nil : entity + declaration[dot...]
    }

    /// Whether another change, of the draft, the patch or the fields, follows from this change of
    /// the entity.
    fileprivate func implies(_ other: DeclarationChange) -> Bool {
        if other.effect == .compatible { return true }
        guard effect == other.effect, isOverTheWire || !other.isOverTheWire else { return false }
        guard summary != other.summary else { return true }
        guard let types = Self.bare(summary) else { return false }
        return types == Self.bare(other.summary)
    }

    /// Both types without wrappers for missing or unchanged values: `String → Int` for
    /// `Change<String> → Change<Int>`; nil if only the wrapper changed, or if it is no change of a
    /// type.
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
