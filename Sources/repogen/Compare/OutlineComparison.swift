/// Compares what two versions of a generated file declare.
struct OutlineComparison {
    private typealias Declaration = SwiftOutline.Declaration

    /// What makes two declarations the same one; a requirement and its default have one name.
    private struct Key: Hashable {
        let kind: SwiftOutline.Kind
        let path: String
        let isRequirement: Bool

        init(_ declaration: Declaration) {
            kind = declaration.kind
            path = declaration.path
            isRequirement = declaration.isRequirement
        }
    }

    private let old: SwiftOutline
    private let new: SwiftOutline
    private let oldByKey: [Key: Declaration]
    private let newByKey: [Key: Declaration]

    /// Whether what the texts declare, and what it does, is the same.
    var isOfComments: Bool { old.declarations == new.declarations }

    /// Compares two texts that Repogen wrote; of others nothing can be said.
    init(old: [UInt8], new: [UInt8]) {
        self.old = SwiftOutline(of: old)
        self.new = SwiftOutline(of: new)
        oldByKey = Self.byKey(self.old)
        newByKey = Self.byKey(self.new)
    }

    private static func byKey(_ outline: SwiftOutline) -> [Key: Declaration] {
        Dictionary(outline.declarations.map { (Key($0), $0) }) { first, _ in first }
    }

    /// The changes, each once: what went or changed in the order of the old text, then what came.
    var changes: [DeclarationChange] {
        var found: [DeclarationChange] = []
        for declaration in old.declarations where !isInChangedType(declaration, in: new) {
            if let other = newByKey[Key(declaration)] {
                found += differences(declaration, other)
            } else {
                let effect: DeclarationChange.Effect =
                    Self.isSetting(declaration) ? .overTheWire : .breakingForCallers
                found.append(change(declaration, "removed", effect))
            }
        }
        for declaration in new.declarations
        where oldByKey[Key(declaration)] == nil && !isInChangedType(declaration, in: old) {
            found.append(change(declaration, "added", effect(ofAdding: declaration)))
        }
        found += BodyComparison(old: old, new: new).changes(besides: found)
        var seen: Set<DeclarationChange> = []
        return found.filter { seen.insert($0).inserted }
    }

    private func change(
        _ declaration: Declaration,
        _ summary: String,
        _ effect: DeclarationChange.Effect
    ) -> DeclarationChange {
        let name =
            declaration.kind == .conformance
            ? "\(declaration.scope), its conformance to \(declaration.name)" : declaration.path
        return DeclarationChange(declaration: name, summary: summary, effect: effect)
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

    private func effect(ofAdding declaration: Declaration) -> DeclarationChange.Effect {
        if declaration.isRequirement { return .breakingForConformers }
        if Self.isSetting(declaration) { return .overTheWire }
        return declaration.kind == .enumerationCase ? .breakingForSwitches : .compatible
    }

    private func differences(_ old: Declaration, _ new: Declaration) -> [DeclarationChange] {
        var found: [DeclarationChange] = []
        if old.detail != new.detail {
            let details = [old.detail, new.detail].map { $0.isEmpty ? "nothing" : $0 }
            let summary = details.joined(separator: " → ")
            found.append(change(old, summary, .breakingForCallers))
        }
        if let oldValue = old.value, let newValue = new.value, oldValue != newValue {
            // Without a type, the value says it: `MockFunction<Int, User>("find")`.
            let isRetyped = old.detail.isEmpty && Self.callee(oldValue) != Self.callee(newValue)
            let effect: DeclarationChange.Effect =
                isRetyped ? .breakingForCallers : Self.isSent(old) ? .overTheWire : .compatible
            found.append(change(old, ValueDifference(oldValue, newValue).text, effect))
        }
        if old.kind == .function {
            for (before, after) in zip(old.parameters, new.parameters)
            where before.type != after.type {
                let summary = "'\(before.label)' \(before.type) → \(after.type)"
                found.append(change(old, summary, .breakingForCallers))
            }
        }
        return found + parameterDifferences(old, new)
    }

    /// Whether the value of a declaration is part of requests or answers.
    private static func isSent(_ declaration: Declaration) -> Bool {
        if declaration.kind == .enumerationCase { return true }
        let names: Set = [
            "authentication", "baseURLs", "bodyPath", "dates", "headers", "method", "path",
            "responsePath",
        ]
        return declaration.isStatic && names.contains(declaration.name)
    }

    /// Whether a declaration says how a service is spoken to, and the runtime has one where it does not.
    private static func isSetting(_ declaration: Declaration) -> Bool {
        let names: Set = ["authentication", "bodyPath", "conventions", "headers", "responsePath"]
        // A repository has them for its values, too.
        let isOfRepository =
            declaration.name == "conventions" && declaration.detail == "Conventions"
        return declaration.kind == .property && names.contains(declaration.name)
            && (declaration.isStatic || isOfRepository)
    }

    private static func callee(_ value: String) -> Substring {
        guard value.last == ")", let quote = value.firstIndex(of: "\"") else {
            // A literal: of one kind with another, as generated constants are.
            return ""
        }
        return value[..<quote]
    }

    /// What a function or an initialiser asks for; that a type changed is told by the property that an
    /// initialiser sets.
    private func parameterDifferences(
        _ old: Declaration,
        _ new: Declaration
    ) -> [DeclarationChange] {
        var found: [DeclarationChange] = []
        for parameter in new.parameters {
            let name = "'\(parameter.label)'"
            guard let before = old.parameters.first(where: { $0.label == parameter.label }) else {
                found.append(
                    parameter.defaultValue == nil
                        ? change(old, "needs \(name)", .breakingForCallers)
                        : change(old, "takes \(name)", .compatible)
                )
                continue
            }
            switch (before.defaultValue, parameter.defaultValue) {
            case (_?, nil): found.append(change(old, "needs \(name)", .breakingForCallers))
            case (nil, _?): found.append(change(old, "no longer needs \(name)", .compatible))
            case (let one?, let other?) where one != other:
                found.append(change(old, "\(name) defaults to \(one) → \(other)", .compatible))
            default: break
            }
        }
        let newLabels = new.parameters.map(\.label)
        let oldLabels = old.parameters.map(\.label)
        if oldLabels.filter(newLabels.contains) != newLabels.filter(oldLabels.contains) {
            let summary = "takes its parameters in another order"
            found.append(change(old, summary, .breakingForCallers))
        }
        return found
    }
}
