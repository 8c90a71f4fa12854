/// The structures and unions that others contain directly: not through an array or a dictionary,
/// which store their elements elsewhere.
struct ContainmentGraph {
    private let targets: [String: [String]]
    private let components: [String: Int]

    /// Makes the graph of values that are stored inline.
    ///
    /// A union in a cycle is stored indirectly as a whole. So if `crossesUnions` is false, the
    /// graph contains only the remaining cycles.
    init(_ index: SchemaIndex, crossesUnions: Bool) {
        self.init(
            index,
            properties: { _, _, type in type.containedName },
            cases: { _, type in crossesUnions ? type.containedName : nil }
        )
    }

    /// Makes the graph of values that others require to exist.
    init(_ index: SchemaIndex, endless: EndlessTypes) {
        self.init(
            index,
            properties: { structure, property, type in
                guard endless.contains(structure.heading.name.value),
                    property.isRequired(as: type), !index.isIdentity(property, of: structure)
                else { return nil }
                return type.containedName.flatMap { endless.contains($0) ? $0 : nil }
            },
            cases: { union, type in
                guard endless.contains(union) else { return nil }
                return type.containedName.flatMap { endless.contains($0) ? $0 : nil }
            }
        )
    }

    private init(
        _ index: SchemaIndex,
        properties: (SchemaIndex.Structure, PropertyDeclaration, CheckedType) -> String?,
        cases: (String, CheckedType) -> String?
    ) {
        var targets: [String: [String]] = [:]
        for structure in index.structures {
            let name = structure.heading.name.value
            targets[name, default: []] += structure.properties.compactMap { property in
                guard property.direction != .writeOnly else { return nil }
                return index.resolve(property.type).flatMap { properties(structure, property, $0) }
            }
        }
        let unions = index.documents.flatMap(\.unions)
        for union in unions {
            let name = union.heading.name.value
            targets[name, default: []] += union.cases.compactMap { declared in
                index.resolve(declared.type).flatMap { cases(name, $0) }
            }
        }
        self.targets = targets
        self.components = StrongComponents.find(
            in: targets,
            order: (index.structures.map(\.heading) + unions.map(\.heading)).map(\.name.value)
        )
    }

    /// The number of the component of the cycle that a property closes; nil if it closes none.
    func cycle(
        through property: PropertyDeclaration,
        of structure: SchemaIndex.Structure
    ) -> Int? {
        guard property.direction != .writeOnly,
            case .name(let target, nil) = property.type.unwrapped.form
        else { return nil }
        return cycle(from: structure.heading.name.value, to: target)
    }

    /// The strongly connected component of a name; nil if it is in none.
    func component(of name: String) -> Int? { components[name] }

    /// The shortest cycle through a name, if it has fewer members than a limit.
    ///
    /// - Returns: The name that comes next in it, and the number of its members.
    func cycle(from start: String, shorterThan limit: Int) -> (next: String, count: Int)? {
        var reached: Set<String> = []
        // The names at one distance, each with the first step of the path to it.
        var front = [(name: start, next: nil as String?)]
        var count = 1
        while !front.isEmpty, count < limit {
            var further: [(name: String, next: String?)] = []
            for (name, next) in front {
                for target in targets[name] ?? [] where components[target] == components[start] {
                    if target == start { return (next ?? target, count) }
                    guard reached.insert(target).inserted else { continue }
                    further.append((target, next ?? target))
                }
            }
            front = further
            count += 1
        }
        return nil
    }

    /// Whether a union contains itself.
    func isInCycle(union: UnionDeclaration) -> Bool {
        let name = union.heading.name.value
        return targets[name]?.contains { cycle(from: name, to: $0) != nil } == true
    }

    private func cycle(from source: String, to target: String) -> Int? {
        guard let component = components[source], component == components[target],
            targets[source]?.contains(target) == true
        else { return nil }
        return component
    }
}

/// The structures and unions without finite values, because each value requires another one of its
/// kind.
struct EndlessTypes {
    private let finite: Set<String>

    init(_ index: SchemaIndex) {
        var count: [String: Int] = [:]
        var users: [String: [String]] = [:]
        var pending: [String] = []
        for structure in index.structures {
            let name = structure.heading.name.value
            let needs = structure.properties.compactMap { property -> String? in
                // Another check rejects an identity of such a type.
                guard let type = index.resolve(property.type), property.isRequired(as: type),
                    !index.isIdentity(property, of: structure)
                else { return nil }
                return type.containedName
            }
            // All required properties must be finite.
            count[name] = needs.count
            for need in needs { users[need, default: []].append(name) }
            if needs.isEmpty { pending.append(name) }
        }
        for union in index.documents.flatMap(\.unions) {
            let name = union.heading.name.value
            let contents = union.cases.map { index.resolve($0.type)?.containedName }
            // One finite case is enough; unknown values are finite, too.
            count[name] = 1
            for content in contents.compactMap(\.self) { users[content, default: []].append(name) }
            if union.keepsUnknown || contents.contains(nil) { pending.append(name) }
        }
        var finite: Set<String> = []
        while let name = pending.popLast() {
            guard finite.insert(name).inserted else { continue }
            for user in users[name] ?? [] {
                count[user, default: 0] -= 1
                if count[user, default: 0] <= 0 { pending.append(user) }
            }
        }
        self.finite = finite
    }

    /// Whether the type with that name has no finite value.
    func contains(_ name: String) -> Bool { !finite.contains(name) }
}

extension PropertyDeclaration {
    /// Whether each value of its structure requires a value of it.
    func isRequired(as type: CheckedType) -> Bool {
        self.direction != .writeOnly && !self.mayBeAbsent && self.defaultValue == nil
            && type == type.withoutNull
    }
}

extension CheckedType {
    /// The structure or the union that a value of this type contains directly.
    var containedName: String? { withoutNull.declaredName }
}
