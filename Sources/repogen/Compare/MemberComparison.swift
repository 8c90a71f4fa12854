/// Compares how two versions of a generated file read and write each property, parameter and case.
///
/// It reports only known facts about statements that Repogen writes, and guesses nothing.
struct MemberComparison {
    private typealias Declaration = SwiftOutline.Declaration

    private let old: SwiftOutline
    private let new: SwiftOutline
    private let types: TypeComparison
    /// The declarations with a body in both versions.
    private let pairs: [(Declaration, Declaration)]

    init(old: SwiftOutline, new: SwiftOutline, types: TypeComparison) {
        self.old = old
        self.new = new
        self.types = types
        let known = Dictionary(new.declarations.map { ($0.path, $0) }) { first, _ in first }
        pairs = old.declarations.compactMap { before in
            guard let after = known[before.path], after.kind == before.kind else { return nil }
            return before.body == after.body ? nil : (before, after)
        }
    }

    /// The changes, each once, in the order of the old text.
    ///
    /// - Parameter retyped: The members with another type, whose facts cannot be compared.
    /// - Returns: The changes.
    func changes(retyped: Set<String>) -> [DeclarationChange] {
        var found: [DeclarationChange] = []
        lazy var oldNames = Self.names(in: old)
        lazy var newNames = Self.names(in: new)
        for (before, after) in pairs {
            let isOfProtocol = old.keyword(of: before.scope) == "protocol"
            let news = MemberFacts.facts(in: after, isOfProtocol: isOfProtocol)
            for (member, facts) in MemberFacts.facts(in: before, isOfProtocol: isOfProtocol) {
                guard let other = news.first(where: { $0.member == member }),
                    let path = path(of: member, in: before)
                else { continue }
                let isRetyped = retyped.contains(path)
                found += differences(facts, other.facts, isRetyped: isRetyped).map {
                    DeclarationChange(declaration: path, summary: $0, effect: $1)
                }
                if let oldText = facts[.key], let newText = other.facts[.key], oldText != newText,
                    !isOfPlaceholder(member, in: before.scope)
                {
                    let key = Key(of: path, oldText)
                    let heir = newNames[key]?.subtracting(oldNames[key] ?? []).min()
                    let newKey = Key(of: path, newText)
                    let former = oldNames[newKey]?.subtracting(newNames[newKey] ?? []).min()
                    found.append(
                        DeclarationChange(of: path, key: oldText, to: newText, heir, former)
                    )
                }
                if !isRetyped { found += changeOfForm(facts, other.facts, at: path) }
            }
        }
        return found + shownChanges
    }

    /// Whether a key is only the name of a placeholder, which the path covers.
    private func isOfPlaceholder(_ member: String, in scope: String) -> Bool {
        let place = PathForm(of: scope, in: old)?.place(ofMember: member)
        return place != nil && place == PathForm(of: scope, in: new)?.place(ofMember: member)
    }

    /// The properties that descriptions now hide or show.
    private var shownChanges: [DeclarationChange] {
        var found: [DeclarationChange] = []
        let (olds, news) = (Self.hidden(in: old), Self.hidden(in: new))
        for (path, isHidden) in news.subtracting(olds).map({ ($0, true) })
            + olds.subtracting(news).map({ ($0, false) })
        {
            guard let dot = path.lastIndex(of: "."),
                let member = declared(
                    String(path[path.index(after: dot)...]),
                    in: String(path[..<dot])
                )
            else { continue }
            let summary = (isHidden ? "no longer" : "now") + " shown in descriptions and logs"
            found.append(
                DeclarationChange(declaration: member, summary: summary, effect: .compatible)
            )
        }
        return found.sorted { $0.declaration < $1.declaration }
    }

    /// The paths of the properties that descriptions hide.
    private static func hidden(in outline: SwiftOutline) -> Set<String> {
        let mirrors = outline.declarations.filter { $0.name == "customMirror" }
        return Set(
            mirrors.flatMap { mirror in
                mirror.body.matches(of: #/"([^"]+)":\s+Redacted\(\)/#).map {
                    "\(mirror.scope).\($0.1)"
                }
            }
        )
    }

    // MARK: - Names

    /// A key, with the type that uses it.
    private struct Key: Hashable {
        let type: String
        let text: String

        init(type: String, text: String) {
            self.type = SwiftOutline.entity(of: type)
            self.text = text
        }

        /// The key of a member.
        init(of path: String, _ text: String) {
            let type = path.lastIndex(of: ".").map { String(path[..<$0]) }
            self.init(type: type ?? "", text: text)
        }
    }

    /// The members with each key.
    private static func names(in outline: SwiftOutline) -> [Key: Set<String>] {
        var names: [Key: Set<String>] = [:]
        for declaration in outline.declarations where !declaration.body.isEmpty {
            for (member, facts) in MemberFacts.facts(in: declaration, isOfProtocol: false) {
                guard let key = facts[.key] else { continue }
                names[Key(type: declaration.scope, text: key), default: []].insert(member)
            }
        }
        return names
    }

    /// The path of a member; nil if it is not in both texts, and so reported as added or removed.
    private func path(of member: String, in declaration: Declaration) -> String? {
        if declaration.kind == .function, member == declaration.name { return declaration.path }
        if member.isEmpty { return declaration.scope }
        return declared(member, in: declaration.scope)
    }

    /// The path of a property or a case; of the entity if it has one of that name.
    private func declared(_ name: String, in scope: String) -> String? {
        // Deprecated properties have another name in the code.
        let names = name.hasSuffix("Storage") ? [name, String(name.dropLast(7))] : [name]
        let scopes = [SwiftOutline.entity(of: scope), scope]
        return scopes.lazy.flatMap { scope in
            names.lazy.flatMap { ["\(scope).\($0)", "\(scope).`\($0)`"] }
        }
        .first { old.hasMember($0) && new.hasMember($0) }
    }

    // MARK: - Words

    private func differences(
        _ old: MemberFacts,
        _ new: MemberFacts,
        isRetyped: Bool
    ) -> [(String, DeclarationChange.Effect)] {
        var found: [(String, DeclarationChange.Effect)] = []
        for (aspect, before) in old.aspects {
            guard let after = new[aspect], before != after else { continue }
            if isRetyped, !aspect.isOfAnyType { continue }
            let change = "\(before) → \(after)"
            switch aspect {
            // Another member may have the key now.
            case .key: break
            case .place: found.append((change, .overTheWire))
            case .endpoint: found.append(("sends the request \(change)", .overTheWire))
            case .transform: found.append(("sent \(change)", .overTheWire))
            case .sentNil: found.append(("if nil, sends \(change)", .overTheWire))
            case .discriminator:
                found.append(("the discriminator is \(change)", .overTheWire))
            case .argument(let name):
                let words = "the default of '\(name)' is \(change)"
                found.append((words, .overTheWire))
            case .absent:
                let isNullAlike = old[.null] == before && new[.null] == after
                let words = isNullAlike ? "missing or null" : "missing"
                found.append(("if \(words), \(change)", .reading))
            case .null:
                guard old[.absent] != before || new[.absent] != after else { continue }
                found.append(("if null, \(change)", .reading))
            case .invalid:
                found.append(("if invalid, \(change)", .reading))
            }
        }
        return found
    }

    private func changeOfForm(
        _ before: MemberFacts,
        _ after: MemberFacts,
        at path: String
    ) -> [DeclarationChange] {
        guard let one = before.form, let other = after.form else { return [] }
        let element = { (outline: SwiftOutline, types: DeclaredTypes) in
            let type = outline.declarations.first { $0.path == path }?.detail ?? ""
            return types.resolved(TypeComparison.element(of: type))
        }
        let single = (old: element(old, types.old), new: element(new, types.new))
        return one.change(to: other, of: single).map {
            [DeclarationChange(declaration: path, summary: $0.words, effect: $0.effect)]
        } ?? []
    }
}

extension MemberFacts.Aspect {
    /// Whether it applies to values of any type.
    fileprivate var isOfAnyType: Bool {
        switch self {
        case .key, .place, .endpoint, .discriminator: true
        case .transform, .sentNil, .absent, .null, .invalid, .argument: false
        }
    }
}
