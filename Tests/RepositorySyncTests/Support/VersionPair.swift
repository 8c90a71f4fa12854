import SyncSample

@testable import RepositoryLocal

/// Two versions of an entity, generated from a seed, and the data stored by the first one.
struct VersionPair {
    /// The kind of a property's values.
    private enum Kind: CaseIterable {
        case integer, text, flag

        func value(_ random: inout SplitMix) -> JSON {
            let number = Int(random.next() % 1_000)
            switch self {
            case .integer: return .number(.init(number))
            case .text: return .string("v\(number)")
            case .flag: return .bool(number.isMultiple(of: 2))
            }
        }
    }

    /// A property in both versions.
    private struct Property {
        let old: String?
        let new: String?
        let kind: Kind
        let mayBeNull: Bool
        let steps: [FormerProperty.Step]
        /// Whether the app converts it, to a number.
        let isMarked: Bool

        /// Converts a value of the first version; nil if it becomes missing.
        func converted(_ value: JSON) -> JSON? {
            var value = value
            if value == .null { return steps.contains(.withoutNull) ? nil : .null }
            if isMarked, case .string(let text) = value { return .number(.init(Self.mark(text))) }
            if steps.contains(.text), kind != .text { value = .string(value.description) }
            if steps.contains(.array) { value = .array([value]) }
            return value
        }

        var defaultValue: JSON {
            if steps.contains(.array) { return .array([]) }
            if isMarked { return 0 }
            return kind == .text || steps.contains(.text) ? "none" : kind == .flag ? false : 0
        }

        /// The function of the app.
        static func mark(_ text: String) -> Int { (Int(text.dropFirst()) ?? 0) + 1 }
    }

    private let properties: [Property]
    private var random: SplitMix

    init(seed: UInt64) {
        random = SplitMix(seed: seed)
        var properties: [Property] = []
        for number in 0..<Int(2 + random.next() % 5) {
            let kind = Kind.allCases.randomElement(using: &random) ?? .text
            let mayBeNull = random.next() % 3 == 0
            var steps: [FormerProperty.Step] = []
            if mayBeNull, random.next() % 2 == 0 { steps.append(.withoutNull) }
            if random.next() % 3 == 0 { steps.append(.text) }
            if random.next() % 3 == 0 { steps.append(.array) }
            let old = "p\(number)"
            let fate = random.next() % 6
            let isEven = random.next() % 2 == 0
            let isMarked = kind == .text && isEven
            properties.append(
                Property(
                    old: fate == 0 ? nil : old,
                    new: fate == 1 ? nil : fate < 4 ? "q\(number)" : old,
                    kind: kind,
                    mayBeNull: mayBeNull,
                    steps: fate < 2 || isMarked ? [] : steps,
                    isMarked: fate >= 2 && isMarked
                )
            )
        }
        self.properties = properties
    }

    /// The schema of the second version.
    var schema: EntitySchema {
        var former: [String: [FormerProperty]] = [:]
        for property in properties {
            guard let old = property.old, let new = property.new else { continue }
            guard old != new || !property.steps.isEmpty || property.isMarked else { continue }
            former[new] = [
                property.isMarked
                    ? FormerProperty(
                        old,
                        from: ValueCodec<String>(),
                        to: ValueCodec<Int>(),
                        by: { Property.mark($0) }
                    ) : FormerProperty(old, steps: property.steps)
            ]
        }
        return EntitySchema(
            name: "Thing",
            former: former,
            properties: Set(properties.compactMap(\.new))
        )
    }

    /// Decodes properties as an entity of the second version, and encodes it again.
    func normalized(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        var whole: [String: JSON] = ["id": members["id"] ?? .null]
        for property in properties {
            guard let new = property.new else { continue }
            whole[new] = members[new] ?? property.defaultValue
        }
        return whole
    }

    mutating func document(id: String) -> [String: JSON] {
        changes().merging(["id": .string(id)]) { $1 }
    }

    /// Returns changes of some properties of the first version.
    mutating func changes(of some: Bool = false) -> [String: JSON] {
        var members: [String: JSON] = [:]
        for property in properties {
            guard let old = property.old, !some || random.next() % 2 == 0 else { continue }
            let isNull = property.mayBeNull && random.next() % 2 == 0
            members[old] = isNull ? .null : property.kind.value(&random)
        }
        return members
    }

    mutating func below(_ limit: UInt64) -> Int { Int(random.next() % limit) }

    /// Converts properties of the first version; removed values become the defaults.
    func converted(_ members: [String: JSON]) -> [String: JSON] {
        var converted = members
        for property in properties {
            guard let old = property.old, let new = property.new, let value = members[old] else {
                continue
            }
            converted[old] = nil
            converted[new] = property.converted(value) ?? property.defaultValue
        }
        return converted
    }

    /// Converts a whole document, which gets the defaults.
    func whole(_ members: [String: JSON]) throws(JSONError) -> [String: JSON] {
        let converted = converted(members)
        return try normalized(converted).merging(converted) { $1 }
    }
}
