import Foundation

extension JSON: Codable {
    /// Decodes any value of a decoder: with `JSONDecoder`, any JSON.
    ///
    /// Numbers are exact to the precision of the decoder: up to 38 digits.
    ///
    /// - Parameter decoder: The decoder.
    /// - Throws: `DecodingError` if it has another value, or one that is nested too deeply.
    public init(from decoder: any Decoder) throws {
        guard StackFloor.hasRoom() else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath,
                    debugDescription: "expected \(StackFloor.expectation), found one more"
                )
            )
        }
        let container = try decoder.singleValueContainer()
        if let scalar = try JSON(scalarFrom: container) {
            self = scalar
        } else if (try? decoder.unkeyedContainer()) != nil {
            self = .array(try container.decode([JSON].self))
        } else if let decimal = Self.decimal(in: decoder, container) {
            self = .number(decimal)
        } else {
            // The keys of a dictionary are data, so key strategies of a decoder do not change them.
            self = .object(try container.decode([String: JSON].self))
        }
    }

    /// Decodes a decimal number that an encoder has written as an object, as all but `JSONEncoder`
    /// do.
    private static func decimal(
        in decoder: any Decoder,
        _ container: any SingleValueDecodingContainer
    ) -> Number? {
        guard let members = try? decoder.container(keyedBy: JSONCodingKey.self),
            members.contains(JSONCodingKey("mantissa"))
        else { return nil }
        return (try? container.decode(Decimal.self)).flatMap { Number($0) }
    }

    /// Decodes a scalar; nil if there is an array or an object.
    private init?(scalarFrom container: any SingleValueDecodingContainer) throws {
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .bool(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .number(Number(value, exactlyFrom: container))
        } else if let value = try? container.decode(UInt64.self) {
            self = .number(Number(value, exactlyFrom: container))
        } else if let value = try? container.decode(Double.self) {
            let number = try Number(value, exactlyFrom: container)
            self = .number(number)
        } else {
            return nil
        }
    }

    /// Encodes the value to an encoder.
    ///
    /// Numbers are exact to the precision of the encoder: up to 38 digits.
    ///
    /// - Parameter encoder: The encoder.
    /// - Throws: `EncodingError` if it does not support the value, or the value is nested too
    ///   deeply.
    public func encode(to encoder: any Encoder) throws {
        guard StackFloor.hasRoom() else {
            throw EncodingError.invalidValue(
                kind,
                EncodingError.Context(
                    codingPath: encoder.codingPath,
                    debugDescription: "expected \(StackFloor.expectation), found one more"
                )
            )
        }
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .bool(let value): try container.encode(value)
        case .number(let value): try value.encode(to: &container)
        case .string(let value): try container.encode(value)
        case .array(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension JSON.Number {
    /// Creates a number from a 64-bit integer; a decoder may have rounded away a fraction that
    /// exceeds the precision of a double.
    fileprivate init<Value: FixedWidthInteger>(
        _ value: Value,
        exactlyFrom container: any SingleValueDecodingContainer
    ) {
        guard value.magnitude >= 1 << 52, let decimal = try? container.decode(Decimal.self),
            let number = JSON.Number(decimal)
        else {
            self.init(value)
            return
        }
        self = number
    }

    /// Creates a number that is not a 64-bit integer, with the precision of the decoder.
    fileprivate init(
        _ value: Double,
        exactlyFrom container: any SingleValueDecodingContainer
    ) throws {
        // A decimal has more digits but a smaller range, and beyond that may be wrong.
        if let decimal = try? container.decode(Decimal.self),
            let number = JSON.Number(decimal), number.double == value
        {
            self = number
        } else if let number = JSON.Number(value) {
            self = number
        } else {
            throw DecodingError.dataCorruptedError(
                in: container,
                debugDescription: "expected finite number, found infinite number or not a number"
            )
        }
    }

    fileprivate func encode(to container: inout any SingleValueEncodingContainer) throws {
        switch any {
        case let value as Int: try container.encode(value)
        case let value as UInt64: try container.encode(value)
        case let value as Decimal: try container.encode(value)
        case let value as Double: try container.encode(value)
        default: break
        }
    }
}

/// A coding key with an arbitrary string.
struct JSONCodingKey: CodingKey {
    let stringValue: String
    let intValue: Int?

    init(_ stringValue: String) {
        self.stringValue = stringValue
        self.intValue = nil
    }

    init?(stringValue: String) {
        self.init(stringValue)
    }

    init?(intValue: Int) {
        self.init(index: intValue)
    }

    private init(index: Int) {
        self.stringValue = "\(index)"
        self.intValue = index
    }

    init(_ component: JSONKeyPath.Component) {
        switch component {
        case .key(let key): self.init(key)
        case .index(let index): self.init(index: index)
        }
    }
}
