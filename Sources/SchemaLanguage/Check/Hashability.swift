/// The declarations that are `Hashable`: those that are not excluded, and contain none that is.
struct Hashability {
    /// The declarations that are not hashable, each with the reason: the name of one that it
    /// contains, or its own name if it is excluded itself.
    private let reasons: [String: String]

    init(_ index: SchemaIndex) {
        var containers: [String: [String]] = [:]
        var pending: [(name: String, reason: String)] = []
        for structure in index.structures {
            let name = structure.heading.name.value
            if structure.traits.isHashable?.value == false { pending.append((name, name)) }
            for property in structure.properties where property.direction != .writeOnly {
                guard let content = index.resolve(property.type)?.leaf.declaredName else {
                    continue
                }
                containers[content, default: []].append(name)
            }
        }
        for union in index.documents.flatMap(\.unions) {
            let name = union.heading.name.value
            if union.traits.isHashable?.value == false { pending.append((name, name)) }
            for declared in union.cases {
                guard let content = index.resolve(declared.type)?.leaf.declaredName else {
                    continue
                }
                containers[content, default: []].append(name)
            }
        }
        var reasons: [String: String] = [:]
        while let (name, reason) = pending.popLast() {
            guard reasons[name] == nil else { continue }
            reasons[name] = reason
            pending += (containers[name] ?? []).map { ($0, name) }
        }
        self.reasons = reasons
    }

    /// Whether a declaration is hashable.
    func isHashable(_ name: String) -> Bool { reasons[name] == nil }

    /// The declaration that makes another one unhashable: a contained one, or itself; nil if none
    /// does.
    func reason(against name: String) -> String? { reasons[name] }
}

extension CheckedType {
    /// The name of its structure or union.
    var declaredName: String? {
        switch self {
        case .value(let name), .entity(let name), .union(let name): name
        default: nil
        }
    }
}

extension SchemaIndex {
    /// The traits of a declaration for the back end.
    func traits(
        _ traits: TraitsDeclaration,
        _ heading: DeclarationHeading,
        _ hashability: Hashability
    ) -> DeclarationTraits {
        DeclarationTraits(
            conformances: Conformance.distinct(
                conformances + traits.conformances.map(\.value)
            ),
            isHashable: hashability.isHashable(heading.name.value),
            keepsUnknownKeys: traits.keepsUnknownKeys
        )
    }
}
