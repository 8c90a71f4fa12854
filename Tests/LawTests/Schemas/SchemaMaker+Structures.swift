import TestSupport

extension SchemaMaker {
    mutating func makeEnumeration() {
        let name = declarationName()
        let file = anyFile()
        var pairs = belonging(in: file).pairs
        let cases = memberNames(random.number(in: 1...4))
        let type = random.choice("String", "String", "Int", "Int8", "UInt16", "Int64", "UInt64")
        if type != "String" || random.once(in: 4) { pairs.append(("type", .plain(type))) }
        let isList = type == "String" && random.once(in: 2)
        let raws: [YAMLText] = cases.enumerated().map { index, name in
            if type == "String" { return isList ? .text(name) : .text("\(name)#\(index)") }
            return .plain("\(index * (type.hasPrefix("U") ? 60 : -40))")
        }
        if isList {
            pairs.append(("cases", .list(cases.map { .text($0) })))
        } else {
            let members = zip(cases, raws).map { name, raw -> (key: String, value: YAMLText) in
                guard random.once(in: 4) else { return (name, raw) }
                var pairs: [(key: String, value: YAMLText)] = [("value", raw)]
                addDoc(to: &pairs, once: 2)
                return (name, .map(pairs))
            }
            pairs.append(("cases", .map(members)))
        }
        if random.once(in: 2) { pairs.append(("unknown", .plain(random.choice("keep", "fail")))) }
        if random.once(in: 3) { pairs.append(("conforms", codable())) }
        declare(.enums, name, in: file, pairs)
        enumerations.append(
            RandomEnumeration(
                name: name,
                kind: type == "String" ? "string" : "number",
                cases: cases,
                sample: raws[0]
            )
        )
    }

    /// Returns conformances: `Codable` is the one protocol that needs no code from the user.
    mutating func codable() -> YAMLText {
        random.once(in: 2) ? .plain("Codable") : .list([.plain("Codable")])
    }

    /// Creates values and entities; each may contain any other in a property that may be missing.
    mutating func makeStructures() {
        let count = random.number(in: 1...3)
        var identities: [String: String] = [:]
        allStructures = (0..<count).map { _ in
            let name = declarationName()
            guard random.once(in: 2) else { return name }
            identities[name] = random.choice("String", "Int", "UUID", "Int64", "UInt8", "UInt64")
            return name
        }
        entities = allStructures.compactMap { name in
            identities[name].map { RandomEntity(name: name, identity: $0) }
        }
        for _ in 0..<random.choice(0, 0, 1, 2) { makeUnion() }
        if random.once(in: 3) { makeMixins() }
        for name in allStructures {
            make(name, identity: identities[name])
            structures.append(name)
        }
    }

    private mutating func make(_ name: String, identity: String?) {
        let file = anyFile()
        var (api, pairs) = belonging(in: file, needed: identity != nil)
        var scope = PropertyScope(owner: name, isEntity: identity != nil, api: api)
        // A union writes its tag next to the properties.
        let tags = unions.filter { $0.structures.contains(name) }.compactMap(\.discriminator)
        scope.keys.formUnion(tags)
        if let identity {
            pairs.append(("id", self.identity(identity, api, &scope.keys)))
        }
        if addTraits(to: &pairs, mayKeepKeys: tags.isEmpty) { scope.names.insert("unknownKeys") }
        include(in: &pairs, &scope)
        let names = memberNames(random.choice(0, 1, 2, 3, 4, 5, 6, 8), besides: scope.names)
        let properties = names.compactMap { property($0, in: &scope) }
        if identity != nil, random.once(in: 6) { pairs.append(("was", .text("\(name)Once"))) }
        if !properties.isEmpty || random.once(in: 2) {
            pairs.append(("properties", .map(properties)))
        }
        declare(identity == nil ? .values : .entities, name, in: file, pairs)
    }

    /// Adds traits of a structure besides its properties; it may keep unknown keys.
    private mutating func addTraits(
        to pairs: inout [(key: String, value: YAMLText)],
        mayKeepKeys: Bool
    ) -> Bool {
        if random.once(in: 3) { pairs.append(("conforms", codable())) }
        if random.once(in: 12) { pairs.append(("hashable", .plain("false"))) }
        guard random.once(in: 5) else { return false }
        let keeps = mayKeepKeys && !random.once(in: 3)
        pairs.append(("unknownKeys", .plain(keeps ? "keep" : "ignore")))
        return keeps
    }

    private mutating func identity(
        _ type: String,
        _ api: RandomAPI?,
        _ keys: inout Set<String>
    ) -> YAMLText {
        let isTyped = identities.choice("true", "false", nil, nil)
        if random.once(in: 2) {
            keys.insert(api?.key(for: "id") ?? "id")
            return isTyped.map { .map([("type", .plain(type)), ("typed", .plain($0))]) }
                ?? .plain(type)
        }
        var pairs: [(key: String, value: YAMLText)] = [("type", .plain(type))]
        if let isTyped { pairs.append(("typed", .plain(isTyped))) }
        if random.once(in: 2) {
            let key = random.choice("_id", "ID", "@id", "Id \"x\"")
            keys.insert(key)
            pairs.append(("key", .text(key)))
        } else {
            keys.insert(api?.key(for: "id") ?? "id")
        }
        if random.once(in: 2) {
            pairs.append(("assignedBy", .plain(random.choice("server", "client", "either"))))
        }
        addDoc(to: &pairs)
        return .map(pairs)
    }
}
