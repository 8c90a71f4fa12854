/// Compares what two versions of a generated file declare, and what that means.
struct OutlineComparison {
    private typealias Declaration = SwiftOutline.Declaration
    /// The conventions that hold in a whole output, before and after.
    typealias Conventions = (old: ConventionsInEffect, new: ConventionsInEffect)

    /// What makes two declarations the same one; a requirement and its default have one name.
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
    private let conventions: Conventions

    /// Whether nothing but comments differs.
    var isOfComments: Bool { old.statements == new.statements }

    /// Whether nothing but the order of declarations and cases differs.
    var isOfOrder: Bool {
        !isOfComments
            && old.statements.map(\.inAnyOrder).sorted()
                == new.statements.map(\.inAnyOrder).sorted()
    }

    /// Compares two texts that Repogen wrote; of others nothing can be said.
    ///
    /// - Parameters:
    ///   - old: What is on disk.
    ///   - new: What belongs there.
    ///   - conventions: What the other files say of conventions.
    init(
        old: [UInt8],
        new: [UInt8],
        conventions: Conventions = (ConventionsInEffect(), ConventionsInEffect())
    ) {
        self.old = SwiftOutline(of: old)
        self.new = SwiftOutline(of: new)
        oldByKey = Self.byKey(self.old)
        newByKey = Self.byKey(self.new)
        var conventions = conventions
        conventions.old.add(self.old)
        conventions.new.add(self.new)
        self.conventions = conventions
    }

    private static func byKey(_ outline: SwiftOutline) -> [Key: Declaration] {
        Dictionary(outline.declarations.map { (Key($0), $0) }) { first, _ in first }
    }

    /// The changes, each once: what went or changed in the order of the old text, then what came.
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
            found += DeclarationComparison(declaration, other, in: old, new).changes(
                retyped: retyped
            )
        }
        for declaration in new.declarations
        where oldByKey[Key(declaration)] == nil && !isInChangedType(declaration, in: old) {
            found += addition(of: declaration)
        }
        found += MemberComparison(old: old, new: new).changes(retyped: retyped)
        found += changesOfConventions
        found += changesOfImports
        found += untold(found)
        let (olds, news) = (WireStatements(of: old), WireStatements(of: new))
        let known = Set(found.lazy.filter { $0.effect == .overTheWire }.map(\.declaration))
        var seen: Set<DeclarationChange> = []
        return found.map { change in
            let path = change.declaration
            guard !known.contains(path), news.differ(in: path, since: olds) else { return change }
            return change.overTheWire
        }
        .filter { seen.insert($0).inserted }
    }

    /// Whether the type around a declaration came or went as a whole, which says it all.
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
            let value = ValueDifference.shortened(setting.value)
            return [declaration.change("no longer \(value)", setting.effect)]
        }
        let effect: DeclarationChange.Effect =
            if declaration.isService {
                .overTheWire
            } else if hasOtherForm(declaration) {
                .unclear
            } else {
                .breakingForCallers
            }
        return [declaration.change("removed", effect, in: old)]
    }

    private func addition(of declaration: Declaration) -> [DeclarationChange] {
        // A requirement that has a default now was there before.
        let isThere = oldByKey[Key(declaration, isRequirement: true)] != nil
        guard !isThere, !isToldOtherwise(declaration, in: old) else { return [] }
        if let setting = GeneratedSetting(declaration), setting.isOptional {
            let value = ValueDifference.shortened(setting.value)
            return [declaration.change("now \(value)", setting.effect)]
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
            } else {
                .compatible
            }
        return [declaration.change("added", effect, in: new)]
    }

    /// Whether a declaration that one text lacks is told by its meaning, or is still there by another.
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
        // An enumeration with raw values has it unsaid.
        case (.property, "rawValue"): return isImplied("ClosedEnum")
        case (.conformance, "OfflineRepository"): return isImplied("InMemoryOfflineRepository")
        case (.conformance, let name) where name.hasSuffix("NetworkingRepository"):
            return name != "CRUDNetworkingRepository" && isImplied("CRUDNetworkingRepository")
        default: return false
        }
    }

    /// Whether a function that is gone can be called all the same: a protocol around the type has it.
    private func isStillThere(_ declaration: Declaration) -> Bool {
        guard declaration.kind == .function else { return false }
        let scopes = new.conformances(of: declaration.scope) + [declaration.scope]
        return scopes.contains { scope in
            var other = declaration
            other.scope = scope
            return [true, false].contains {
                newByKey[Key(other, isRequirement: $0)]?.detail == declaration.detail
            }
        }
    }

    /// Whether a function that is gone has another form now, and a protocol in another file may bring the
    /// old one.
    private func hasOtherForm(_ declaration: Declaration) -> Bool {
        let isOfOtherFile = { (name: String) in
            name.hasSuffix("Protocol") && new.keyword(of: name) == nil
        }
        guard declaration.kind == .function,
            new.conformances(of: declaration.scope).contains(where: isOfOtherFile)
        else { return false }
        let base = declaration.name.prefix { $0 != "(" } + "("
        return new.declarations.contains {
            $0.kind == .function && $0.scope == declaration.scope && $0.name.hasPrefix(base)
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
            .flatMap { conventions.new.changes(of: $0, since: conventions.old) }
    }

    /// Modules, but for those whose import follows from what else changes.
    private var changesOfImports: [DeclarationChange] {
        let known: Set = ["Foundation", "FoundationEssentials", "RepositoryRuntime"]
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

    /// A declaration, and all that it stands in.
    private static func scopes(of path: String) -> [String] {
        var scopes = [path]
        for index in path.indices where path[index] == "." { scopes.append(String(path[..<index])) }
        return scopes
    }

    /// The types of which something else is generated, and nothing is told.
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
                summary: "what is generated for it changes (see the lines)",
                effect: .maybeOverTheWire
            )
        }
    }
}
