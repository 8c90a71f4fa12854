/// Compares the declarations of two versions of a generated file, and determines the effects.
struct OutlineComparison {
    private typealias Declaration = SwiftOutline.Declaration

    /// The identity of a declaration; a requirement and its default implementation share it.
    private struct Key: Hashable {
        let kind: SwiftOutline.Kind
        let path: String
        let isRequirement: Bool

        init(_ declaration: Declaration, isRequirement: Bool? = nil) {
            kind = declaration.kind
            path = declaration.path
            self.isRequirement = isRequirement ?? declaration.isRequirement
        }
    }

    private let old: SwiftOutline
    private let new: SwiftOutline
    private let oldByKey: [Key: Declaration]
    private let newByKey: [Key: Declaration]
    private let surroundings: OutputSurroundings

    /// Whether only comments differ.
    var isOfComments: Bool { old.statements == new.statements }

    /// Whether only the order of declarations and cases differs.
    var isOfOrder: Bool {
        !isOfComments
            && old.statements.map(\.inAnyOrder).sorted()
                == new.statements.map(\.inAnyOrder).sorted()
    }

    /// Compares two texts that Repogen wrote; other texts cannot be compared.
    ///
    /// - Parameters:
    ///   - old: The text on disk.
    ///   - new: The generated text.
    ///   - surroundings: The other files; nil if there are none.
    init(old: [UInt8], new: [UInt8], in surroundings: OutputSurroundings? = nil) {
        self.old = SwiftOutline(of: old)
        self.new = SwiftOutline(of: new)
        oldByKey = Self.byKey(self.old)
        newByKey = Self.byKey(self.new)
        var surroundings = surroundings ?? OutputSurroundings(old: old, new: new)
        surroundings.conventions.old.add(self.old)
        surroundings.conventions.new.add(self.new)
        self.surroundings = surroundings
    }

    private static func byKey(_ outline: SwiftOutline) -> [Key: Declaration] {
        Dictionary(outline.declarations.map { (Key($0), $0) }) { first, _ in first }
    }

    /// The changes, each once: removals and changes in the order of the old text, then additions.
    var changes: [DeclarationChange] {
        guard !isOfOrder else { return [] }
        var found: [DeclarationChange] = []
        var retyped: Set<String> = []
        for declaration in old.declarations where !isInChangedType(declaration, in: new) {
            guard let other = newByKey[Key(declaration)] else {
                found += removal(of: declaration)
                continue
            }
            if declaration.detail != other.detail { retyped.insert(declaration.path) }
            let comparison = DeclarationComparison(
                declaration,
                other,
                in: old,
                new,
                types: surroundings.types
            )
            found += comparison.changes(retyped: retyped)
        }
        for declaration in new.declarations
        where oldByKey[Key(declaration)] == nil && !isInChangedType(declaration, in: old) {
            found += addition(of: declaration)
        }
        found += changesOfOpenness
        let members = MemberComparison(old: old, new: new, types: surroundings.types)
        found += members.changes(retyped: retyped)
        found += changesOfConventions
        found += changesOfImports
        found += untold(found)
        let types = surroundings.types
        let olds = WireStatements(of: old, among: types.old)
        let news = WireStatements(of: new, among: types.new)
        let known = Set(found.lazy.filter { $0.effect == .overTheWire }.map(\.declaration))
        var seen: Set<DeclarationChange> = []
        return found.map { change in
            let path = change.declaration
            guard !known.contains(path), news.differ(in: path, since: olds, types) else {
                return change
            }
            return change.with(.changed)
        }
        .filter { seen.insert($0).inserted }
    }

    /// Whether the enclosing type was added or removed as a whole, which covers the declaration.
    private func isInChangedType(_ declaration: Declaration, in other: SwiftOutline) -> Bool {
        var scope = declaration.scope
        while !scope.isEmpty {
            let isDeclared = { (outline: SwiftOutline) in outline.keyword(of: scope) != nil }
            if isDeclared(old) || isDeclared(new), !isDeclared(other) { return true }
            scope = scope.lastIndex(of: ".").map { String(scope[..<$0]) } ?? ""
        }
        return false
    }

    // MARK: - What goes and comes

    private func removal(of declaration: Declaration) -> [DeclarationChange] {
        guard !isToldOtherwise(declaration, in: new), !isStillThere(declaration) else { return [] }
        if let setting = GeneratedSetting(declaration), setting.isOptional {
            return setting.isPlain ? [] : [declaration.change(setting.ending, setting.effect)]
        }
        if let plain = declaration.plainIdentity {
            let summary = "no longer a distinct type: \(plain), as in requests and stores"
            return [declaration.change(summary, .breakingForCallers)]
        }
        let effect: DeclarationChange.Effect =
            if declaration.isService {
                .overTheWire
            } else if mayBeElsewhere(declaration) {
                .unclear
            } else {
                .breakingForCallers
            }
        let change = declaration.change("removed", effect, in: old)
        return [declaration.isOfDelivery ? change.with(.unknown) : change]
    }

    private func addition(of declaration: Declaration) -> [DeclarationChange] {
        // A requirement with a new default implementation existed before.
        let isThere = oldByKey[Key(declaration, isRequirement: true)] != nil
        guard !isThere, !isToldOtherwise(declaration, in: old) else { return [] }
        if let setting = GeneratedSetting(declaration), setting.isOptional {
            return setting.isPlain ? [] : [declaration.change(setting.beginning, setting.effect)]
        }
        if let plain = declaration.plainIdentity {
            let summary = "now a distinct type, still \(plain) in requests and stores"
            return [declaration.change(summary, .breakingForCallers)]
        }
        let isOfProtocol = new.keyword(of: declaration.scope) == "protocol"
        let isRequired = declaration.kind == .conformance ? isOfProtocol : declaration.isRequirement
        let effect: DeclarationChange.Effect =
            if isRequired {
                .breakingForConformers
            } else if declaration.kind == .enumerationCase {
                .breakingForSwitches
            } else if declaration.isService {
                .overTheWire
            } else if declaration.isOfDelivery {
                .maybeOverTheWire
            } else {
                .compatible
            }
        return [declaration.change("added", effect, in: new)]
    }

    /// Whether a declaration missing from one text is covered otherwise, or still exists under
    /// another name.
    private func isToldOtherwise(_ declaration: Declaration, in other: SwiftOutline) -> Bool {
        let isImplied = { (name: String) in
            other.conformances(of: declaration.scope).contains(name)
        }
        switch (declaration.kind, declaration.name) {
        case (.conformance, "CustomReflectable"): return true
        case (.property, "customMirror"): return declaration.detail == "Mirror"
        case (.property, "conventions"), (.property, "parameters"):
            return declaration.isStatic
                || ["Conventions", "Parameters"].contains(declaration.detail)
        // Enumerations with raw values conform implicitly.
        case (.property, "rawValue"): return isImplied("ClosedEnum")
        case (.conformance, "OfflineRepository"): return isImplied("InMemoryOfflineRepository")
        case (.conformance, "ValueObject"), (.conformance, "Identifiable"):
            return isImplied("Entity")
        case (.conformance, let name) where name.hasSuffix("NetworkingRepository"):
            return name != "CRUDNetworkingRepository" && isImplied("CRUDNetworkingRepository")
        default: return false
        }
    }

    /// Whether a removed function can still be called: its type or an enclosing protocol has a
    /// replacement.
    private func isStillThere(_ declaration: Declaration) -> Bool {
        guard declaration.kind == .function else { return false }
        let needed = declaration.parameters.filter { $0.defaultValue == nil }
        return ([declaration.scope] + new.conformances(of: declaration.scope)).contains { scope in
            var other = declaration
            other.scope = scope
            let outline = surroundings.types.new.outline(declaring: scope) ?? new
            return [declaration.parameters, needed].allSatisfy { outline.accepts($0, by: other) }
        }
    }

    /// Whether a removed function may be declared in a protocol of another output.
    private func mayBeElsewhere(_ declaration: Declaration) -> Bool {
        guard declaration.kind == .function else { return false }
        return new.conformances(of: declaration.scope).contains { name in
            name.hasSuffix("Protocol") && surroundings.types.new.outline(declaring: name) == nil
        }
    }

    // MARK: - What is not declared

    private var changesOfConventions: [DeclarationChange] {
        let isSaid = { (declaration: Declaration) in
            declaration.isStatic && declaration.name == "conventions"
        }
        let olds = old.declarations.filter(isSaid)
        let news = new.declarations.filter(isSaid)
        var types = olds.filter { one in
            news.first { $0.scope == one.scope }?.body != one.body
        }.map(\.scope)
        types += news.map(\.scope).filter { type in !olds.contains { $0.scope == type } }
        return types.filter { old.keyword(of: $0) != nil && new.keyword(of: $0) != nil }
            .flatMap {
                surroundings.conventions.new.changes(of: $0, since: surroundings.conventions.old)
            }
    }

    /// The handling of unknown values of an enumeration.
    private var changesOfOpenness: [DeclarationChange] {
        old.types.filter { type in
            let keywords = [old.keyword(of: type), new.keyword(of: type)]
            return keywords == ["enum", "enum"] && old.isOpen(type) != new.isOpen(type)
        }
        .map { type in
            let (kept, refused) = ("preserved", "an error")
            let (before, after) = old.isOpen(type) ? (kept, refused) : (refused, kept)
            return DeclarationChange(
                declaration: type,
                summary: "for unknown cases, \(before) → \(after)",
                effect: .reading
            )
        }
    }

    /// The imports, except those that follow from other changes.
    private var changesOfImports: [DeclarationChange] {
        let known: Set = [
            "Foundation", "FoundationEssentials", "RepositoryNetworking", "RepositoryRuntime",
            "RepositoryValues",
        ]
        let (olds, news) = (Set(old.imports), Set(new.imports))
        return [
            ("no longer imported", olds.subtracting(news)), ("imported", news.subtracting(olds)),
        ]
        .flatMap { summary, modules in
            modules.subtracting(known).sorted().map {
                DeclarationChange(declaration: $0, summary: summary, effect: .unclear)
            }
        }
    }

    /// A declaration with all its enclosing types.
    private static func scopes(of path: String) -> [String] {
        var scopes = [path]
        for index in path.indices where path[index] == "." { scopes.append(String(path[..<index])) }
        return scopes
    }

    /// The types whose code changed without a reported change.
    private func untold(_ told: [DeclarationChange]) -> [DeclarationChange] {
        var types: [String] = []
        let known = Set(told.flatMap { Self.scopes(of: $0.declaration) })
        for declaration in old.declarations where !declaration.isStatic {
            guard let other = newByKey[Key(declaration)], other.body != declaration.body else {
                continue
            }
            let type = SwiftOutline.entity(of: declaration.scope)
            if !known.contains(type), types.last != type { types.append(type) }
        }
        return types.map {
            DeclarationChange(
                declaration: $0,
                summary: "its generated code changes (see the lines)",
                effect: .maybeOverTheWire
            )
        }
    }
}

extension SwiftOutline.Declaration {
    /// The raw type of a typed identity; nil for any other declaration.
    fileprivate var plainIdentity: String? {
        guard kind == .alias, name == "ID" else { return nil }
        return DeclaredTypes.rawValue(ofIdentity: detail)
    }
}
