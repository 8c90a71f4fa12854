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
        declare(.enums, name, in: file, pairs)
        enumerations.append(RandomEnumeration(name: name, cases: cases, sample: raws[0]))
    }

    /// Makes values and entities, any of which may contain any other if it may be missing there.
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
        for name in allStructures {
            make(name, identity: identities[name])
            structures.append(name)
        }
    }

    private mutating func make(_ name: String, identity: String?) {
        let file = anyFile()
        var (api, pairs) = belonging(in: file)
        var keys: Set<String> = []
        if let identity {
            pairs.append(("id", self.identity(identity, api, &keys)))
        }
        let names = memberNames(
            random.choice(0, 1, 2, 3, 4, 5, 6, 8),
            besides: identity == nil ? [] : ["id"]
        )
        let properties = names.compactMap { property($0, api, &keys) }
        if !properties.isEmpty || random.once(in: 2) {
            pairs.append(("properties", .map(properties)))
        }
        declare(identity == nil ? .values : .entities, name, in: file, pairs)
    }

    private mutating func identity(
        _ type: String,
        _ api: RandomAPI?,
        _ keys: inout Set<String>
    ) -> YAMLText {
        if random.once(in: 2) {
            keys.insert(api?.key(for: "id") ?? "id")
            return .plain(type)
        }
        var pairs: [(key: String, value: YAMLText)] = [("type", .plain(type))]
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

    /// A property; nil where its key is taken.
    private mutating func property(
        _ name: String,
        _ api: RandomAPI?,
        _ keys: inout Set<String>
    ) -> (key: String, value: YAMLText)? {
        var long: [(key: String, value: YAMLText)] = []
        var key = api?.key(for: name) ?? name
        if random.once(in: 6) {
            key = random.element(of: OddNames.hostile) ?? name
            long.append(("key", .text(key)))
        }
        guard keys.insert(key).inserted else { return nil }
        let (mayBeAbsent, mayBeNull) = (random.once(in: 3), random.once(in: 3))
        var type = type(isBounded: mayBeAbsent || mayBeNull)
        if mayBeNull { type = .nullable(type) }
        if type.holdsDate, random.once(in: 2) { long.append(("format", formats())) }
        if random.once(in: 6) { long.append(("readOnly", .plain(random.choice("true", "false")))) }
        addDoc(to: &long, once: 8)
        let defaultValue = !mayBeAbsent && random.once(in: 3) ? literal(of: type) : nil
        return (name + (mayBeAbsent ? "?" : ""), property(type, defaultValue, long))
    }

    /// The short or the long form of a property or a parameter.
    mutating func property(
        _ type: RandomType,
        _ defaultValue: YAMLText?,
        _ long: [(key: String, value: YAMLText)]
    ) -> YAMLText {
        if long.isEmpty, random.once(in: 4) == false {
            guard let defaultValue else { return type.yaml(&random) }
            if case .plain(let text) = defaultValue {
                return .text("\(type.text) = \(text)")
            }
        }
        var pairs: [(key: String, value: YAMLText)] = [("type", type.yaml(&random))]
        switch defaultValue {
        case .text(let text): pairs.append(("default", .quoted(text)))
        case let value?: pairs.append(("default", value))
        case nil: break
        }
        return .map(pairs + long)
    }
}
