#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Decides whether single values in JSON can be decoded as a type, in its form.
package struct WireValue: Sendable {
    private let primitive: PrimitiveType
    private let wire: WireForm
    private let formats: [DateFormat]

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - primitive: The type.
    ///   - wire: The form in JSON.
    ///   - schema: The schema, for the formats of dates.
    package init(_ primitive: PrimitiveType, _ wire: WireForm, in schema: CheckedSchema) {
        self.primitive = primitive
        self.wire = wire
        formats =
            switch wire {
            case .date(.own(let own)): own
            case .date(.api(let name)):
                schema.apis.first { $0.head.name == name }?.dates ?? [.iso8601]
            default: [.iso8601]
            }
    }

    /// Whether it can be decoded from a string.
    package func reads(text: String) -> Bool {
        switch (primitive, wire) {
        case (.json, _), (.string, .own): true
        case (.date, _): formats.contains { WireText.date($0).matches(text) }
        case (.bool, .text): text == "true" || text == "false"
        case (_, .text): text.isDecimalNumber && reads(number: text, of: primitive)
        case (_, .url): true
        case (.string, _): true
        default: WireText(of: primitive)?.matches(text) ?? false
        }
    }

    /// Whether it can be decoded from a number in JSON notation.
    package func reads(number: String) -> Bool {
        switch (primitive, wire) {
        case (.json, _): true
        case (.date, _):
            Double(number).map { value in
                formats.first { $0.matches(value) } != nil
            } ?? false
        case (_, .numericBool): Double(number) == 0 || Double(number) == 1
        case (_, .own): reads(number: number, of: primitive)
        default: false
        }
    }

    /// Whether it can be decoded from a Boolean.
    package var readsBool: Bool { primitive == .json || primitive == .bool && wire == .own }

    /// Whether it is any JSON.
    package var isAny: Bool { primitive == .json }

    private func reads(number text: String, of primitive: PrimitiveType) -> Bool {
        guard let number = Double(text), number.isFinite else { return false }
        switch primitive {
        case .double, .decimal: return true
        case .float: return Float(text)?.isFinite == true
        case .string, .bool, .date, .day, .url, .uuid, .data, .json: return false
        default:
            return text.isDecimalInteger ? primitive.canHold(text) : primitive.canHold(number)
        }
    }
}
