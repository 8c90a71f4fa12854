import TestSupport

/// The properties of one structure during its creation.
struct PropertyScope {
    /// The name of the structure; nil for a mixin, whose properties cannot declare objects in
    /// place.
    let owner: String?
    let isEntity: Bool
    let api: RandomAPI?
    /// The keys that are taken.
    var keys: Set<String> = []
    /// The names that are taken.
    var names: Set<String>

    init(owner: String?, isEntity: Bool, api: RandomAPI?) {
        self.owner = owner
        self.isEntity = isEntity
        self.api = api
        names = isEntity ? ["id"] : []
    }
}

extension SchemaMaker {
    /// Returns a property; nil if its key is taken.
    mutating func property(
        _ name: String,
        in scope: inout PropertyScope,
        depth: Int = 0
    ) -> (key: String, value: YAMLText)? {
        var long: [(key: String, value: YAMLText)] = []
        var key = scope.api?.key(for: name) ?? name
        if random.once(in: 6) {
            key = random.element(of: OddNames.hostile) ?? name
            long.append(("key", .text(key)))
        }
        guard scope.keys.insert(key).inserted else { return nil }
        scope.names.insert(name)
        let mayBeAbsent = random.once(in: 3)
        let written = name + (mayBeAbsent ? "?" : "")
        if let owner = scope.owner, depth < 2, random.once(in: 14),
            let object = object(in: name, of: owner, api: scope.api, depth: depth)
        {
            return (written, .map(object + long))
        }
        let mayBeNull = random.once(in: 3)
        var type = type(isBounded: mayBeAbsent || mayBeNull || scope.owner == nil)
        // The properties of a mixin must not close a cycle in any structure that includes it.
        if scope.owner == nil, !mayBeAbsent, !mayBeNull, !type.isContainer {
            type = .primitive(random.element(of: Self.primitives) ?? "Int")
        }
        if mayBeNull { type = type.orNull }
        let isWriteOnly = scope.isEntity && random.once(in: 12)
        let defaultValue =
            !mayBeAbsent && !isWriteOnly && random.once(in: 3) ? literal(of: type) : nil
        if isWriteOnly {
            long.append(("writeOnly", .plain("true")))
        } else {
            if random.once(in: 8) {
                long.append((random.choice("readOnly", "immutable"), .plain("true")))
            }
            addPolicy(to: &long, type, mayBeAbsent: mayBeAbsent, hasDefault: defaultValue != nil)
            if scope.isEntity, !mayBeNull, type.isColumn, random.once(in: 8) {
                long.append(("indexed", .plain("true")))
            }
            if scope.isEntity, case .identity = type, mayBeNull || mayBeAbsent, random.once(in: 4) {
                long.append(("onDelete", .plain("cascade")))
            }
            if scope.isEntity, type.isReference, random.once(in: 3) {
                inverses += 1
                long.append(("inverse", .plain("referrers\(inverses)")))
            }
            if scope.isEntity, mayBeNull || mayBeAbsent || defaultValue != nil,
                random.once(in: 8), defaultValue == nil
            {
                long.append(("listed", .plain("false")))
            }
            if scope.isEntity, random.once(in: 12), defaultValue == nil,
                mayBeNull || mayBeAbsent || !long.contains(where: { $0.0 == "readOnly" })
            {
                long.append(("returned", .plain("false")))
            }
            if scope.isEntity, random.once(in: 12), scope.keys.insert("\(key) once").inserted {
                long.append(("was", .text("\(key) once")))
            }
        }
        addForm(to: &long, type)
        addRemarks(to: &long, type)
        if defaultValue == nil { addConstraints(to: &long, type, key: key) }
        return (written, property(type, defaultValue, long))
    }

    /// Returns an object declared in place; nil if its name is taken.
    private mutating func object(
        in property: String,
        of owner: String,
        api: RandomAPI?,
        depth: Int
    ) -> [(key: String, value: YAMLText)]? {
        guard OddNames.plain.contains(property) else { return nil }
        let words = property.split(separator: "_").map {
            $0.prefix(1).uppercased() + $0.dropFirst()
        }
        let name = owner + words.joined()
        guard take(name) else { return nil }
        var scope = PropertyScope(owner: name, isEntity: false, api: api)
        let names = memberNames(random.number(in: 0...3))
        let properties = names.compactMap { self.property($0, in: &scope, depth: depth + 1) }
        var pairs: [(key: String, value: YAMLText)] = [("properties", .map(properties))]
        switch random.number(in: 0...4) {
        case 0: pairs.append(("type", .text("[_]")))
        case 1: pairs.append(("type", .text("{ String: _? }")))
        case 2: pairs.append(("type", .text("_?")))
        default: break
        }
        addDoc(to: &pairs)
        return pairs
    }

    // MARK: - What the long form says

    /// Adds a policy for invalid values.
    private mutating func addPolicy(
        to long: inout [(key: String, value: YAMLText)],
        _ type: RandomType,
        mayBeAbsent: Bool,
        hasDefault: Bool
    ) {
        guard random.once(in: 5) else { return }
        var policies = ["fail"]
        if case .nullable = type { policies.append("skip") }
        if type.isContainer || mayBeAbsent { policies.append("skip") }
        if hasDefault { policies.append("default") }
        long.append(("onInvalid", .plain(policies.last ?? "fail")))
    }

    /// Adds the wire format of the single values in a type.
    mutating func addForm(to long: inout [(key: String, value: YAMLText)], _ type: RandomType) {
        if type.holdsDate, random.once(in: 2) { long.append(("format", formats())) }
        switch type.leaf {
        case .primitive("Bool"), .identity(_, "Bool"):
            guard random.once(in: 3) else { return }
            long.append(("json", .plain(random.choice("String", "Int", "Bool"))))
        case .primitive(let name), .identity(_, let name):
            let isNumber = name.contains("Int") || ["Double", "Float", "Decimal"].contains(name)
            guard isNumber, random.once(in: 5) else { return }
            long.append(("json", .plain(random.choice("String", name))))
        default: break
        }
    }

    /// Adds documentation and similar remarks.
    private mutating func addRemarks(
        to long: inout [(key: String, value: YAMLText)],
        _ type: RandomType
    ) {
        if random.once(in: 12) { long.append(("redacted", .plain("true"))) }
        if random.once(in: 12), let text = random.element(of: OddNames.docs) {
            long.append(("deprecated", .quoted(text)))
        }
        let hasForm = long.contains { ["json", "format"].contains($0.key) } || type.holdsDate
        if !hasForm, random.once(in: 8), let example = example(of: type) {
            long.append(("example", example))
        }
        addDoc(to: &long, once: 8)
    }

    /// Adds constraints that many values break.
    ///
    /// They use no random numbers, so that the other choices of a seed stay the same.
    private func addConstraints(
        to long: inout [(key: String, value: YAMLText)],
        _ type: RandomType,
        key: String
    ) {
        guard !long.isEmpty, key.utf8.count % 2 == 0, !long.contains(where: { $0.key == "example" })
        else { return }
        if case .primitive(let name) = type.leaf {
            if name == "String" {
                long += [("minLength", .plain("2")), ("pattern", .quoted("^[a-z]|\\d$"))]
            } else if name.contains("Int") || ["Double", "Float", "Decimal"].contains(name) {
                long += [("minimum", .plain("1")), ("multipleOf", .plain("0.5"))]
            }
        }
        if case .array = type.withoutNull { long.append(("maxItems", .plain("1"))) }
    }

    /// Returns the short or the long form of a property or a parameter.
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

extension RandomType {
    /// Whether the type is an identity or an array of identities.
    fileprivate var isReference: Bool {
        switch self {
        case .identity, .array(.identity), .nullable(.identity), .nullable(.array(.identity)): true
        default: false
        }
    }

    /// Whether a database column can store the type.
    fileprivate var isColumn: Bool {
        switch self {
        case .primitive(let name): !["JSON", "Data"].contains(name)
        case .enumeration, .identity: true
        default: false
        }
    }
}
