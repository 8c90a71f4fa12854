/// Compares two versions of one declaration.
struct DeclarationComparison {
    typealias Declaration = SwiftOutline.Declaration

    private let old: Declaration
    private let new: Declaration
    private let oldOutline: SwiftOutline
    private let newOutline: SwiftOutline
    private let types: TypeComparison

    init(
        _ old: Declaration,
        _ new: Declaration,
        in oldOutline: SwiftOutline,
        _ newOutline: SwiftOutline,
        types: TypeComparison
    ) {
        self.old = old
        self.new = new
        self.oldOutline = oldOutline
        self.newOutline = newOutline
        self.types = types
    }

    /// The differences between the versions.
    ///
    /// - Parameter retyped: The declarations with another type, which implies their other defaults.
    /// - Returns: The changes.
    func changes(retyped: Set<String>) -> [DeclarationChange] {
        guard old != new else { return [] }
        return changeOfAccess + changeOfDeprecation + changeOfType + changeOfValue
            + changesOfParameters(retyped: retyped)
    }

    private var changeOfAccess: [DeclarationChange] {
        let ranks = ["internal", "package", "public", "open"]
        guard [.type, .alias].contains(old.kind), old.access != new.access,
            let before = ranks.firstIndex(of: old.access),
            let after = ranks.firstIndex(of: new.access)
        else { return [] }
        let summary = "\(old.access) → \(new.access)"
        return [old.change(summary, after < before ? .breakingForCallers : .compatible)]
    }

    private var changeOfDeprecation: [DeclarationChange] {
        switch (old.deprecation, new.deprecation) {
        case (nil, let text?):
            [old.change("deprecated, with the warning: \(text)", .compatible)]
        case (_?, nil): [old.change("no longer deprecated", .compatible)]
        case (let one?, let other?) where one != other:
            [old.change("deprecation warning: \(one) → \(other)", .compatible)]
        default: []
        }
    }

    private var changeOfType: [DeclarationChange] {
        guard old.detail != new.detail else { return [] }
        let summary = [old.detail, new.detail].map { $0.isEmpty ? "nothing" : $0 }
            .joined(separator: " → ")
        if old.isService {
            // If a service was removed, the other one may be its new name.
            return [old.change("belongs to \(summary)", .maybeOverTheWire)]
        }
        guard let traffic else { return breaking(summary) }
        return breaking(summary).map { $0.with(traffic) }
    }

    /// The effect of another type on requests and responses; nil if there is none, or the type is
    /// never sent.
    private var traffic: DeclarationChange.Traffic? {
        if old.kind == .alias, old.scope.isEmpty {
            return switch TypeComparison.differenceOfScalars(old.detail, new.detail) {
            case .none: nil
            case .unknown: .unknown
            case .certain: .changed
            }
        }
        guard let direction else { return nil }
        return switch types.difference(old.detail, new.detail, direction) {
        case .none: nil
        case .unknown: .unknown
        case .certain: direction == .received ? .read : .changed
        }
    }

    /// The direction in which the values of a declaration are sent; nil if they are not.
    private var direction: TypeComparison.Direction? {
        let isOfEndpoint = oldOutline.isEndpoint(old.scope)
        switch old.kind {
        case .alias where isOfEndpoint: return old.name == "Response" ? .received : nil
        // The distinct type of an identity.
        case .alias: return old.name == "ID" ? .both : nil
        // The setting `failures` covers reading.
        case .enumerationCase where old.scope.hasSuffix(".DeclaredFailure"): return nil
        case .enumerationCase: return .both
        case .property where old.scope.hasSuffix(".ResponseHeaders"): return .received
        case .property where oldOutline.keyword(of: old.scope) == "struct" && !old.isStatic:
            let isOfClients = SwiftOutline.entity(of: old.scope) != old.scope
            if isOfClients || isOfEndpoint { return .sent }
            let isStored = [old, new].allSatisfy { $0.body.isEmpty || $0.body.contains("set {") }
            return isStored ? .both : nil
        case .type, .conformance, .property, .function, .initializer: return nil
        }
    }

    private var changeOfValue: [DeclarationChange] {
        if let before = GeneratedSetting(old), let after = GeneratedSetting(new) {
            guard before.value != after.value else { return [] }
            if old.name == "path", let one = PathForm(of: old.scope, in: oldOutline),
                let other = PathForm(of: new.scope, in: newOutline), one.isLike(other, types)
            {
                return [old.change(before.change(to: after) + ", the same request", .compatible)]
            }
            return [old.change(before.change(to: after), before.effect(ofChangeTo: after))]
        }
        guard let before = oldOutline.rawValue(of: old), let after = newOutline.rawValue(of: new),
            before != after
        else { return [] }
        let summary = ValueDifference(before, after).text
        if old.kind == .enumerationCase {
            let heir = newOutline.caseName(of: before, in: old.scope)
            let former = oldOutline.caseName(of: after, in: old.scope)
            return [DeclarationChange(of: old.path, key: before, to: after, heir, former)]
        }
        // Without a type annotation, the value implies it: `MockFunction<Int, User>("find")`.
        let isRetyped = old.detail.isEmpty && Self.callee(before) != Self.callee(after)
        return [old.change(summary, isRetyped ? .breakingForCallers : .compatible)]
    }

    private static func callee(_ value: String) -> Substring {
        guard value.last == ")", let quote = value.firstIndex(of: "\"") else {
            // A literal is comparable with one of the same kind, for example in generated
            // constants.
            return ""
        }
        return value[..<quote]
    }

    /// A change that callers, and types that implement a requirement, must follow.
    private func breaking(_ summary: String) -> [DeclarationChange] {
        let forCallers = old.change(summary, .breakingForCallers)
        return old.isRequirement
            ? [forCallers, old.change(summary, .breakingForConformers)] : [forCallers]
    }

    // MARK: - Parameters

    /// The parameters of a function or an initializer.
    ///
    /// A changed type of an initializer's parameter is reported for its property.
    private func changesOfParameters(retyped: Set<String>) -> [DeclarationChange] {
        var found: [DeclarationChange] = []
        for parameter in new.parameters {
            let before = old.parameters.first { $0.label == parameter.label }
            if let before, old.kind == .function, before.type != parameter.type {
                let summary = "'\(parameter.label)' \(before.type) → \(parameter.type)"
                found += breaking(summary)
            }
            if let change = changeOfNeed(before, parameter, retyped) { found.append(change) }
        }
        let newLabels = new.parameters.map(\.label)
        let oldLabels = old.parameters.map(\.label)
        if oldLabels.filter(newLabels.contains) != newLabels.filter(oldLabels.contains) {
            found += breaking("parameters reordered")
        }
        return found
    }

    /// The defaults that are not sent.
    private static let nothings: Set = ["nil", "[:]", ".absent", ".keep"]

    /// Whether another function accepts calls that omit a parameter.
    private func isCallable(without label: String) -> Bool {
        guard old.kind == .function else { return false }
        return newOutline.accepts(old.parameters.filter { $0.label != label }, by: old)
    }

    private func changeOfNeed(
        _ before: SwiftOutline.Parameter?,
        _ after: SwiftOutline.Parameter,
        _ retyped: Set<String>
    ) -> DeclarationChange? {
        let name = "'\(after.label)'"
        guard let standard = after.defaultValue else {
            let isNeeded = before != nil && before?.defaultValue == nil
            return isNeeded || isCallable(without: after.label)
                ? nil : old.change("needs \(name)", .breakingForCallers)
        }
        let isNothing = Self.nothings.contains(standard)
        let sending = isNothing ? "" : ", which is sent"
        guard let before else {
            return isNothing
                ? old.change("accepts \(name)", .compatible)
                : old.change("accepts \(name) with default \(standard)\(sending)", .overTheWire)
        }
        guard let former = before.defaultValue else {
            return old.change("no longer needs \(name)", .compatible)
        }
        let wasNothing = Self.nothings.contains(former)
        let isRetyped = retyped.contains("\(old.scope).\(after.label)")
        guard former != standard, !(isRetyped && wasNothing && isNothing) else { return nil }
        let summary = "default of \(name): \(former) → \(standard)"
        let isPlace = ["store", "networking", "path"].contains(after.label)
        let isRepository = new.parameters.contains { $0.type == "any Networking" }
        let meaning = isPlace && isRepository ? ", the destination of requests" : sending
        // If a service was removed, the other one may be its new name.
        let isService = isRepository && after.label == "networking"
        return old.change(summary + meaning, isService ? .maybeOverTheWire : .overTheWire)
    }
}

extension SwiftOutline.Declaration {
    /// Whether it declares the service of an endpoint.
    var isService: Bool { kind == .alias && name == "API" && !scope.isEmpty }

    /// Whether it affects how pending writes are sent: creates in one request, changes as patches.
    var isOfDelivery: Bool {
        kind == .conformance && ["PatchableRepository", "SynchronizableRepository"].contains(name)
    }

    /// A change of the declaration.
    func change(
        _ summary: String,
        _ effect: DeclarationChange.Effect,
        in outline: SwiftOutline? = nil
    ) -> DeclarationChange {
        guard kind == .conformance else {
            return DeclarationChange(declaration: path, summary: summary, effect: effect)
        }
        let isInherited = outline?.keyword(of: scope) == "protocol"
        let relation =
            Self.rawTypes.contains(name)
            ? "raw type" : isInherited ? "requirement of" : "conformance to"
        return DeclarationChange(
            declaration: "\(scope), its \(relation) \(name)",
            summary: summary,
            effect: effect
        )
    }

    private static let rawTypes: Set = [
        "String", "Int", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32", "UInt64",
    ]
}
