import Foundation
import RepositoryValues
import SchemaLanguage

/// Plausible values of the primitive types.
struct SamplePrimitive {
    var random: SampleRandom

    init(random: SampleRandom) {
        self.random = random
    }

    /// A value.
    ///
    /// - Parameters:
    ///   - primitive: The type.
    ///   - key: The key of the property, whose words determine the value.
    ///   - number: The number of the sample, from 1; numeric identities are derived from it.
    /// - Returns: The value, in the format of the type.
    func value(_ primitive: PrimitiveType, for key: String, number: Int) -> JSON {
        var random = random
        let words = SampleText.words(of: key)
        let isIdentity = words == ["id"]
        switch primitive {
        case .string:
            if isIdentity { return .string(Self.identity(&random, number)) }
            if !words.isDisjoint(with: ["date", "created", "updated", "at"]) {
                return .string("2025-0\(random.number(in: 1...9))-1\(random.number(in: 0...9))")
            }
            var text = SampleText(random)
            return .string(text.text(for: key))
        case .bool: return .bool(random.number(in: 0...1) == 1)
        case .double, .float:
            return JSON.Number(Double(random.number(in: 0...9_999)) / 100).map { .number($0) } ?? 0
        case .decimal:
            let cents = random.number(in: 0...99)
            let digits = "\(random.number(in: 0...999)).\(cents < 10 ? "0" : "")\(cents)"
            return JSON.Number(digits).map { .number($0) } ?? 0
        case .date: return "2025-06-01T12:00:00Z"
        case .day:
            let day = Day(daysSince1970: 20_000 + random.number(in: 0...700))
            return .string(day?.description ?? "2025-06-01")
        case .url:
            var text = SampleText(random)
            return .string(text.url())
        case .uuid: return .string(Self.uuid(&random))
        case .data: return .string(Data("sample \(number)".utf8).base64EncodedString())
        case .json: return ["sample": .number(.init(number))]
        default:
            if isIdentity { return .number(.init(number)) }
            if words.contains("year") { return .number(.init(random.number(in: 1970...2025))) }
            let limit = primitive == .int8 ? 99 : 100
            return .number(.init(random.number(in: 0...limit)))
        }
    }

    private static func identity(_ random: inout SampleRandom, _ number: Int) -> String {
        let digits = String(random.next() % 0x100_0000, radix: 16)
        return String(repeating: "0", count: 6 - digits.count) + digits + "\(number)"
    }

    /// A UUID of version 4, in lower case, as generated code sends it.
    static func uuid(_ random: inout SampleRandom) -> String {
        let (high, low) = (random.next(), random.next())
        func hex(_ value: UInt64, _ count: Int) -> String {
            let digits = String(value, radix: 16)
            return String(repeating: "0", count: max(0, count - digits.count))
                + digits.suffix(count)
        }
        let variant = 8 + (low >> 60) % 4
        return [
            hex(high >> 32, 8), hex((high >> 16) & 0xFFFF, 4), "4" + hex(high & 0xFFF, 3),
            hex(variant, 1) + hex((low >> 48) & 0xFFF, 3), hex(low & 0xFFFF_FFFF_FFFF, 12),
        ].joined(separator: "-")
    }
}
