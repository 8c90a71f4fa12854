import RepositoryRuntime
import TestSupport

/// Changes JSON a little, as servers do.
enum Mutation {
    /// Returns a value with one change somewhere in it.
    static func mutated(_ json: JSON, _ values: inout RandomValues) -> JSON {
        switch json {
        case .object(let members): object(members, &values)
        case .array(let elements): array(elements, &values)
        case .number(let number) where !values.random.once(in: 4): self.number(number, &values)
        case .string(let text) where !values.random.once(in: 4): string(text, &values)
        default: values.random.once(in: 3) ? .array([json]) : values.next()
        }
    }

    private static func object(_ members: [String: JSON], _ values: inout RandomValues) -> JSON {
        var members = members
        guard let key = values.random.element(of: members.keys.sorted()), let value = members[key]
        else { return .object([values.next(): values.next()]) }
        switch values.random.number(in: 0...9) {
        case 0: members[key] = nil
        case 1: members[key] = .null
        case 2: members[key] = values.next()
        case 3: members[values.next()] = values.next()
        case 4: members[key.uppercased()] = value
        case 5 where values.random.once(in: 3): return values.next()
        default: members[key] = mutated(value, &values)
        }
        return .object(members)
    }

    private static func array(_ elements: [JSON], _ values: inout RandomValues) -> JSON {
        var elements = elements
        switch values.random.number(in: 0...5) {
        case 0: elements.append(values.next())
        case 1: elements.insert(.null, at: 0)
        case 2 where elements.count == 1: return elements[0]
        case 3 where values.random.once(in: 3): return values.next()
        default:
            guard let index = elements.indices.randomElement(using: &values.random) else {
                return .array([values.next()])
            }
            elements[index] = mutated(elements[index], &values)
        }
        return .array(elements)
    }

    /// Returns another form of a number, or another number.
    private static func number(_ number: JSON.Number, _ values: inout RandomValues) -> JSON {
        let text = number.literal
        let digits = text.hasPrefix("-") ? String(text.dropFirst()) : text
        let isWhole = !text.contains { $0 == "." || $0 == "e" || $0 == "E" }
        let literal = values.element(
            of: isWhole ? text + ".0" : text,
            isWhole ? text + "e0" : text,
            isWhole ? text + ".5" : text,
            isWhole ? text + "0e-1" : text,
            isWhole ? text + "e400" : text,
            isWhole ? digits + "000000000000000000" : text,
            "-" + digits,
            "0",
            "-0",
            "1e2",
            "1E+2",
            "2.00",
            "128",
            "256",
            "-129",
            "65536",
            "4294967296",
            "9223372036854775808",
            "18446744073709551616",
            "-9223372036854775809",
            "1e-400",
            "1e39",
            "0.1",
            "253402300800",
            "1e15",
            "16777217"
        )
        if values.random.once(in: 6) { return .string(text) }
        return JSON.Number(literal).map { .number($0) } ?? .null
    }

    /// Returns another text, perhaps one that resembles another type.
    private static func string(_ text: String, _ values: inout RandomValues) -> JSON {
        .string(
            values.element(
                of: text + " ",
                " " + text,
                text.uppercased(),
                text.lowercased(),
                text + "x",
                String(text.dropLast()),
                "",
                "1",
                "true",
                "null",
                "2026-02-30",
                "2026-11-21",
                "2026-11-21T02:06:32+01:00",
                "2026-11-21T02:06:32",
                "2026-11-21 02:06Z",
                "Sat, 21 Nov 2026 02:06:32 GMT",
                "1700000000",
                "-1.5",
                "AA==",
                "AA=",
                "http://[",
                "00000000-0000-0000-0000-000000000000",
                "https://example.com/ä",
                "+1",
                "0x1",
                "1.0"
            )
        )
    }
}
