import Foundation
import RepositoryValues
import SchemaLanguage
import ServiceModel

/// Compares what was sent with what the service has made of it.
struct SentComparison {
    let model: ServiceModel

    /// The properties that a client has sent and that the service has with another value, or lacks.
    ///
    /// - Parameters:
    ///   - sent: What was sent.
    ///   - entity: What the service has.
    ///   - properties: The properties to look at.
    /// - Returns: Those that differ.
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

    /// Whether two values mean the same: numbers by their value, dates by their instant.
    func isSame(_ one: JSON, _ other: JSON, _ property: CheckedProperty) -> Bool {
        if one == other { return true }
        // A service may keep fractions of seconds in another precision.
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
            // A service may add what it makes itself.
            return first.allSatisfy { key, value in isSame(value, second[key] ?? .null) }
        default:
            return one == other || one.isEmpty && other.isNull
        }
    }
}

extension JSON {
    /// Whether it is an empty text, list or object, which some services keep as null.
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
