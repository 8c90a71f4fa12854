import TestSupport

/// A union of a random schema.
struct RandomUnion {
    let name: String
    /// The key of its tag.
    let discriminator: String?
    /// The structures that its values hold.
    let structures: [String]
}

/// A mixin of a random schema.
struct RandomMixin {
    let name: String
    /// The names of its properties, with those of the mixins that it includes.
    let properties: [String]
    /// The keys that some of them declare.
    let keys: [String: String]
}

extension SchemaMaker {
    // MARK: - Scalars

    mutating func makeScalar() {
        let name = declarationName()
        let file = anyFile()
        var (_, pairs) = belonging(in: file)
        let scalar = random.once(in: 3) ? own(name, &pairs) : primitive(name, &pairs)
        declare(.scalars, name, in: file, pairs)
        scalars.append(scalar)
    }

    /// Adds a scalar whose type belongs to the language.
    private mutating func primitive(
        _ name: String,
        _ pairs: inout [(key: String, value: YAMLText)]
    ) -> RandomScalar {
        let all = Self.primitives.filter { $0 != "JSON" }
        let primitive = random.element(of: all) ?? "Int"
        pairs.append(("swift", .plain(primitive)))
        var kind = "string"
        var hasOwnForm = false
        switch primitive {
        case "Date":
            hasOwnForm = true
            // With one format, there is one kind.
            let format = random.choice("iso8601", "unixSeconds", "dateOnly", "rfc1123")
            pairs.append(("format", .plain(format)))
            kind = format == "unixSeconds" ? "number" : "string"
        case "Bool":
            let json = random.choice("Bool", "Int", "String")
            kind = json == "Bool" ? "bool" : json == "Int" ? "number" : "string"
            hasOwnForm = json != "Bool"
            if hasOwnForm || random.once(in: 2) { pairs.append(("json", .plain(json))) }
        case "String", "Day", "URL", "UUID", "Data": break
        default:
            kind = random.choice("number", "string")
            hasOwnForm = kind == "string"
            if hasOwnForm { pairs.append(("json", .plain("String"))) }
        }
        return RandomScalar(name: name, primitive: primitive, kind: kind, hasOwnForm: hasOwnForm)
    }

    /// Adds a scalar whose type belongs to another module.
    private mutating func own(
        _ name: String,
        _ pairs: inout [(key: String, value: YAMLText)]
    ) -> RandomScalar {
        let isText = random.once(in: 2)
        pairs.append(("swift", .plain(isText ? "LawCode" : "LawScale.Number")))
        pairs.append(("json", .plain(isText ? "String" : "Int")))
        pairs.append(("import", .plain("LawKit")))
        return RandomScalar(
            name: name,
            primitive: nil,
            kind: isText ? "string" : "number",
            hasOwnForm: false
        )
    }

    // MARK: - Unions

    mutating func makeUnion() {
        let name = declarationName()
        let file = anyFile()
        var (_, pairs) = belonging(in: file)
        let isTagged = random.once(in: 2)
        let discriminator = isTagged ? random.choice("type", "@kind", "_t \"x\"", "case") : nil
        if let discriminator { pairs.append(("discriminator", .text(discriminator))) }
        let types = isTagged ? taggedTypes() : kindTypes()
        let names = memberNames(types.count)
        let cases = zip(names, types).map { name, type -> (key: String, value: YAMLText) in
            var long: [(key: String, value: YAMLText)] = []
            if isTagged, random.once(in: 3) { long.append(("tag", .text("tag of " + name))) }
            addDoc(to: &long, once: 4)
            guard !long.isEmpty else { return (name, type.yaml(&random)) }
            return (name, .map([("type", type.yaml(&random))] + long))
        }
        pairs.append(("cases", .map(cases)))
        if random.once(in: 2) { pairs.append(("unknown", .plain(random.choice("keep", "fail")))) }
        if random.once(in: 3) { pairs.append(("conforms", codable())) }
        if random.once(in: 12) { pairs.append(("hashable", .plain("false"))) }
        declare(.unions, name, in: file, pairs)
        let held = types.compactMap { type -> String? in
            if case .structure(let name) = type { name } else { nil }
        }
        unions.append(RandomUnion(name: name, discriminator: discriminator, structures: held))
    }

    private mutating func taggedTypes() -> [RandomType] {
        (0..<random.number(in: 1...3)).compactMap { _ in
            random.element(of: allStructures).map { .structure($0) }
        }
    }

    /// Returns types that each have a different kind of JSON.
    private mutating func kindTypes() -> [RandomType] {
        var kinds: Set<String> = []
        let structures = allStructures.map { (RandomType.structure($0), "object") }
        var choices: [(type: RandomType, kind: String)] = [
            (.primitive("Int"), "number"), (.primitive("Double"), "number"),
            (.primitive("Decimal"), "number"), (.primitive("String"), "string"),
            (.primitive("URL"), "string"), (.primitive("Day"), "string"),
            (.primitive("Bool"), "bool"), (.array(.primitive("Int")), "array"),
            (.array(.nullable(.primitive("String"))), "array"),
            (.dictionary(.primitive("String")), "object"),
        ]
        choices += structures + structures.map { (.array($0.0), "array") }
        choices += enumerations.map { (.enumeration($0), $0.kind) }
        choices += scalars.map { (.scalar($0), $0.kind) }
        choices += scalars.map { (.array(.scalar($0)), "array") }
        choices.shuffle(using: &random)
        return choices.filter { kinds.insert($0.kind).inserted }
            .prefix(random.number(in: 1...4)).map(\.type)
    }

    // MARK: - Mixins

    /// Creates one mixin, or two of which the second includes the first.
    mutating func makeMixins() {
        for number in 0..<random.choice(1, 1, 2) {
            let name = declarationName()
            var scope = PropertyScope(owner: nil, isEntity: false, api: nil)
            let inner = number > 0 ? mixins : []
            for mixin in inner {
                scope.names.formUnion(mixin.properties)
                scope.keys.formUnion(mixin.keys.values)
                scope.keys.formUnion(mixin.properties)
            }
            let names = memberNames(random.number(in: 0...3), besides: scope.names.union(["id"]))
            var keys: [String: String] = [:]
            let properties = names.compactMap { name in
                property(name, in: &scope).map { (name, $0) }
            }
            for (name, property) in properties {
                guard case .map(let pairs) = property.value,
                    case .text(let key)? = pairs.first(where: { $0.key == "key" })?.value
                else { continue }
                keys[name] = key
            }
            var pairs: [(key: String, value: YAMLText)] = [
                ("properties", .map(properties.map(\.1)))
            ]
            if !inner.isEmpty { pairs.append(("include", .list(inner.map { .text($0.name) }))) }
            declare(.mixins, name, in: anyFile(), pairs)
            mixins.append(
                RandomMixin(
                    name: name,
                    properties: properties.map(\.0) + inner.flatMap(\.properties),
                    keys: inner.reduce(into: keys) { $0.merge($1.keys) { first, _ in first } }
                )
            )
        }
    }

    /// Includes a mixin, unless one of its names or keys is taken.
    mutating func include(
        in pairs: inout [(key: String, value: YAMLText)],
        _ scope: inout PropertyScope
    ) {
        guard random.once(in: 2), let mixin = random.element(of: mixins) else { return }
        let keys = mixin.properties.map { mixin.keys[$0] ?? scope.api?.key(for: $0) ?? $0 }
        guard scope.names.isDisjoint(with: mixin.properties), scope.keys.isDisjoint(with: keys),
            Set(keys).count == keys.count
        else { return }
        scope.names.formUnion(mixin.properties)
        scope.keys.formUnion(keys)
        pairs.append(
            ("include", random.once(in: 2) ? .text(mixin.name) : .list([.text(mixin.name)]))
        )
    }
}
