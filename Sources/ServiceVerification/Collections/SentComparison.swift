import Foundation
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Compares sent values with those that the service stored.
struct SentComparison {
    let model: ServiceModel

    /// The sent properties that are missing or have another value.
    ///
    /// - Parameters:
    ///   - sent: The sent entity.
    ///   - entity: The stored entity.
    ///   - properties: The properties to compare.
    /// - Returns: The properties that differ.
    func differing(
        _ sent: JSON,
        _ entity: JSON,
        _ properties: [CheckedProperty]
    ) -> [CheckedProperty] {
        properties.filter { property in
            guard let value = sent[property.key] else { return false }
            return !isSame(value, entity[property.key] ?? .null, property)
        }
    }

    /// Whether two values are equal: numbers by value, dates by instant.
    func isSame(_ one: JSON, _ other: JSON, _ property: CheckedProperty) -> Bool {
        if one == other { return true }
        // A service may store fractions of seconds with another precision.
        if let formats = model.dateFormats(of: property.wire) {
            func date(_ json: JSON) -> Date? {
                formats.lazy.compactMap { format in
                    try? DateCodec(DateCodec.Format(format)).decode(dictionaryValue: json.any)
                }.first
            }
            guard let first = date(one), let second = date(other) else { return false }
            return abs(first.timeIntervalSince(second)) < 1
        }
        return isSame(one, other)
    }

    private func isSame(_ one: JSON, _ other: JSON) -> Bool {
        switch (one, other) {
        case (.string(let first), .string(let second)):
            if let first = JSON.Number(first)?.decimal, let second = JSON.Number(second)?.decimal {
                return first == second
            }
            return first.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
                == second.trimmingCharacters(in: .whitespacesAndNewlines).lowercased()
        case (.number(let first), .number(let second)):
            return first == second || first.double == second.double
        case (.array(let first), .array(let second)):
            return first.count == second.count && zip(first, second).allSatisfy(isSame)
        case (.object(let first), .object(let second)):
            // A service may add generated values.
            return first.allSatisfy { key, value in isSame(value, second[key] ?? .null) }
        default:
            return one == other || one.isEmpty && other.isNull
        }
    }
}

extension JSON {
    /// Whether it is an empty string, array or object, which some services store as null.
    fileprivate var isEmpty: Bool {
        switch self {
        case .string(let text): text.isEmpty
        case .array(let elements): elements.isEmpty
        case .object(let members): members.isEmpty
        case .null: true
        case .bool, .number: false
        }
    }
}
