import Foundation
import RepositoryValues
package import SchemaLanguage

/// Compares single values with the primitive types.
struct SingleValueCheck {
    private let model: ServiceModel

    init(_ model: ServiceModel) {
        self.model = model
    }

    /// The expected type of a value; nil if the value matches.
    func mismatch(_ value: JSON, _ primitive: PrimitiveType, _ wire: WireForm) -> String? {
        switch wire {
        case .text:
            guard let text = value.string, Self.json(primitive, text) != nil else {
                return "\(primitive.rawValue) in a string"
            }
            return nil
        case .numericBool:
            return value == 0 || value == 1 ? nil : "0 or 1"
        case .url(let template):
            let isURL = value.string.map { ReferenceURL.identity(in: $0) != nil } ?? false
            return isURL ? nil : "a URL like '\(template)'"
        case .date, .own:
            if let formats = model.dateFormats(of: wire) {
                return Self.isDate(value, formats) ? nil : "a date as \(formats[0].rawValue)"
            }
            return Self.holds(value, primitive) ? nil : Self.description(of: primitive)
        }
    }

    /// The value of a text; nil if it is not of the type.
    static func json(_ primitive: PrimitiveType, _ text: String) -> JSON? {
        switch primitive {
        case .bool: return ["true": true, "false": false, "1": true, "0": false][text]
        case .double, .float, .decimal: return JSON.Number(text).map { .number($0) }
        case _ where primitive.isInteger:
            return Int64(text).map { .number(JSON.Number($0)) }
                ?? UInt64(text).map { .number(JSON.Number($0)) }
        default: return .string(text)
        }
    }

    private static func isDate(_ value: JSON, _ formats: [DateFormat]) -> Bool {
        formats.contains { format in
            (try? DateCodec(DateCodec.Format(format)).decode(dictionaryValue: value.any)) != nil
        }
    }

    private static func holds(_ value: JSON, _ primitive: PrimitiveType) -> Bool {
        switch primitive {
        case .json: true
        case .bool: value.bool != nil
        case .double, .float, .decimal: value.number != nil
        case .int, .int64: value.number?.integer(Int64.self) != nil
        case .int8: value.number?.integer(Int8.self) != nil
        case .int16: value.number?.integer(Int16.self) != nil
        case .int32: value.number?.integer(Int32.self) != nil
        case .uint8: value.number?.integer(UInt8.self) != nil
        case .uint16: value.number?.integer(UInt16.self) != nil
        case .uint32: value.number?.integer(UInt32.self) != nil
        case .uint64: value.number?.integer(UInt64.self) != nil
        case .string: value.string != nil
        case .date: isDate(value, [.iso8601])
        case .day: value.string.map { Day($0) != nil } ?? false
        case .url: value.string.map { URL(string: $0) != nil } ?? false
        case .uuid: value.string.map { UUID(uuidString: $0) != nil } ?? false
        case .data: value.string.map { Data(base64Encoded: $0) != nil } ?? false
        }
    }

    private static func description(of primitive: PrimitiveType) -> String {
        switch primitive {
        case .string: "a string"
        case .bool: "true or false"
        case .double, .float, .decimal: "a number"
        case .day: "a day like '2026-11-21'"
        case .date: "a date like '2026-11-21T02:06:32Z'"
        case .url: "a URL"
        case .uuid: "a UUID"
        case .data: "Base64"
        case .json: "JSON"
        default:
            primitive == .int ? "an integer" : "an integer in the range of \(primitive.rawValue)"
        }
    }
}

extension CheckedScalar {
    /// The JSON type of its values.
    package var primitive: PrimitiveType {
        switch type {
        case .primitive(let primitive): primitive
        case .custom(_, _, let representation): representation
        }
    }
}

extension DateCodec.Format {
    /// The format of a schema.
    package init(_ format: DateFormat) {
        self =
            switch format {
            case .iso8601: .iso8601
            case .unixSeconds: .unixSeconds
            case .unixMilliseconds: .unixMilliseconds
            case .rfc1123: .rfc1123
            case .iso8601WithoutZone: .iso8601WithoutZone
            case .dateOnly: .dateOnly
            }
    }
}
