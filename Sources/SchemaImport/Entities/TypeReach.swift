/// The unused types.
enum TypeReach {
    /// The names of values, enums, unions and scalars that no endpoint, repository or entity needs.
    static func unused(in schema: ProposedSchema) -> Set<String> {
        var uses: [String: [String]] = [:]
        var types: Set<String> = []
        var open: [String] = []
        for declaration in schema.declarations {
            switch declaration.section {
            case .enums, .scalars, .unions, .mixins, .values: types.insert(declaration.name)
            case .entities, .endpoints, .repositories: open.append(declaration.name)
            }
            var names: [String] = []
            var copy = ProposedSchema(declarations: [declaration])
            copy.mapTypes { type in
                if let name = type.leafName {
                    names.append(name.split(separator: ".").first.map(String.init) ?? name)
                }
                return type
            }
            switch declaration.body {
            case .mixin(let body), .value(let body), .entity(let body): names += body.include
            default: break
            }
            uses[declaration.name, default: []] += names
        }
        var reached: Set<String> = []
        while let name = open.popLast() {
            guard reached.insert(name).inserted else { continue }
            open += uses[name] ?? []
        }
        return types.subtracting(reached)
    }
}
