public import Foundation

/// A value that can stand in the path, the query or a header of a request.
public protocol ParameterValue: Sendable {
    /// The value as text, not yet encoded; nil where no text stands for it, as for not-a-number.
    var parameterText: String? { get }
}

extension ParameterValue where Self: CustomStringConvertible {
    /// The description of the value.
    public var parameterText: String? {
        description
    }
}

extension ParameterValue where Self: BinaryFloatingPoint & CustomStringConvertible {
    /// The shortest text that reads as the same number.
    public var parameterText: String? {
        isFinite ? description : nil
    }
}

extension String: ParameterValue {
    /// The text itself.
    public var parameterText: String? {
        self
    }
}

extension Bool: ParameterValue {}
extension Int: ParameterValue {}
extension Int8: ParameterValue {}
extension Int16: ParameterValue {}
extension Int32: ParameterValue {}
extension Int64: ParameterValue {}
extension UInt: ParameterValue {}
extension UInt8: ParameterValue {}
extension UInt16: ParameterValue {}
extension UInt32: ParameterValue {}
extension UInt64: ParameterValue {}
extension Double: ParameterValue {}
extension Float: ParameterValue {}

extension Decimal: ParameterValue {
    /// The number with a point, whatever the language of the user.
    public var parameterText: String? {
        isNaN ? nil : description
    }
}

extension UUID: ParameterValue {
    /// The identifier in small letters, as in JSON.
    public var parameterText: String? {
        uuidString.lowercased()
    }
}

extension Date: ParameterValue {
    /// The date as ISO 8601; another form is chosen with `using:`.
    public var parameterText: String? {
        DateCodec(.iso8601).parameterText(of: self)
    }
}

extension Day: ParameterValue {}

extension Data: ParameterValue {
    /// The data as Base64 text, as in JSON.
    public var parameterText: String? {
        base64EncodedString()
    }
}

extension JSONCodec {
    /// A value as text, in the form that this codec gives it; nil where the form is no scalar.
    package func parameterText(of value: Value) -> String? {
        (try? JSON(any: dictionaryValue(of: value)))?.parameterText
    }
}

extension JSON {
    /// The text of a scalar in a request; nil for null, arrays and objects.
    package var parameterText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.literal
        case .bool(let value): value.parameterText
        case .null, .array, .object: nil
        }
    }
}

extension URL: ParameterValue {
    /// The whole address.
    public var parameterText: String? {
        absoluteString
    }
}
