import TestSupport

extension SchemaMaker {
    static let primitives = [
        "String", "String", "String", "Bool", "Int", "Int", "Int8", "Int16", "Int32", "Int64",
        "UInt8", "UInt16", "UInt32", "UInt64", "Double", "Double", "Float", "Decimal", "Date",
        "Date", "Day", "URL", "UUID", "Data", "JSON",
    ]

    /// Returns any type for a property; a type that it contains unconditionally is already
    /// declared.
    ///
    /// - Parameters:
    ///   - isBounded: Whether the value may be missing, so that the type may be any structure.
    ///   - depth: The number of enclosing types.
    /// - Returns: The type.
    mutating func type(isBounded: Bool = false, depth: Int = 0) -> RandomType {
        let pick = random.number(in: 0...(depth < 3 ? 13 : 9))
        switch pick {
        case 0...3: return .primitive(random.element(of: Self.primitives) ?? "Int")
        case 4:
            guard let scalar = random.element(of: scalars) else { break }
            return .scalar(scalar)
        case 5:
            guard let enumeration = random.element(of: enumerations) else { break }
            return .enumeration(enumeration)
        case 6:
            let legal = unions.filter { isBounded || $0.structures.allSatisfy(structures.contains) }
            guard let union = random.element(of: legal) else { break }
            return .union(union.name)
        case 7, 8:
            guard let name = random.element(of: isBounded ? allStructures : structures) else {
                break
            }
            return .structure(name)
        case 9:
            guard let entity = random.element(of: entities) else { break }
            return .identity(of: entity.name, entity.identity)
        case 10, 11: return .array(element(depth: depth))
        default: return .dictionary(element(depth: depth))
        }
        return .primitive("String")
    }

    private mutating func element(depth: Int) -> RandomType {
        let element = type(isBounded: true, depth: depth + 1)
        return random.once(in: 5) ? element.orNull : element
    }

    /// Returns a value of a type, in the form of a default; nil if a default cannot express one.
    mutating func literal(of type: RandomType) -> YAMLText? {
        switch type {
        case .nullable(let inner): random.once(in: 3) ? .plain("null") : literal(of: inner)
        case .array: .plain("[]")
        case .dictionary: .plain("{}")
        case .enumeration(let enumeration):
            random.element(of: enumeration.cases).map { .text($0) }
        case .structure, .union: nil
        case .scalar(let scalar): scalar.primitive.flatMap { literal(ofPrimitive: $0) }
        case .primitive(let name), .identity(_, let name): literal(ofPrimitive: name)
        }
    }

    private mutating func literal(ofPrimitive name: String) -> YAMLText? {
        switch name {
        case "String":
            // Always in quotes.
            .text(
                random.choice(
                    "hello there",
                    "it's \\(not) code",
                    "\" #\"\"\" \\",
                    "line\nbreak",
                    "🐟\u{0}\t"
                )
            )
        case "Bool": .plain(random.choice("true", "false"))
        case "Double", "Float":
            .plain(random.choice("0", "-5", "0.5", ".5", "1.", "1e-9", "+2.25", "007", "-0.0"))
        case "Decimal":
            .plain(random.choice("0", "-5", "19.99", ".5", "123456789.123456789", "1e3", "-0.01"))
        case "JSON": .plain(random.choice("{}", "[]"))
        case "Date", "Day", "URL", "UUID", "Data": nil
        case "Int8": .plain(random.choice("0", "127", "-128", "+7", "007"))
        case "UInt64": .plain(random.choice("0", "18446744073709551615", "9223372036854775808"))
        case "Int", "Int64":
            .plain(random.choice("20", "-9223372036854775808", "9223372036854775807", "+5", "00"))
        default: .plain(random.choice("0", "1", "100", "+7", "012"))
        }
    }

    /// Returns a value of a type on the wire, in the form of an example; nil if none is known.
    mutating func example(of type: RandomType) -> YAMLText? {
        switch type {
        case .nullable(let inner): random.once(in: 3) ? .plain("null") : example(of: inner)
        case .array(let inner):
            example(of: inner).map { .list(random.once(in: 4) ? [] : [$0, $0]) }
        case .dictionary(let inner): example(of: inner).map { .map([("a \"key\" \\(x)", $0)]) }
        case .enumeration(let enumeration): enumeration.sample
        case .structure, .union, .scalar: nil
        case .primitive(let name), .identity(_, let name):
            switch name {
            case "String": .text(random.choice("bye", "a\"b", "\\(c)", "\"#", "#", "\n"))
            case "Bool": .plain("true")
            case "Double", "Float", "Decimal": .plain(random.choice("1", "-2.5", "1e3"))
            case "JSON": .map([("a", .list([.plain("1"), .plain("null"), .text("\\(x)")]))])
            case "Date": .text("2026-11-21T02:06:32Z")
            case "Day": .text("2026-11-21")
            case "URL": .text("https://example.com")
            case "UUID": .text("00000000-0000-0000-0000-000000000000")
            case "Data": .text("AA==")
            default: .plain("7")
            }
        }
    }
}
