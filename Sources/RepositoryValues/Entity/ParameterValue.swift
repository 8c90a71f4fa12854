public import Foundation

/// A value for the path, the query or a header field of a request.
///
/// Generated types conform to it where it fits. An enum of your own needs only the conformance,
/// because its raw value is sent:
///
///     enum Shade: String, ParameterValue { case light, dark }
public protocol ParameterValue: Sendable {
    /// The value as a string, not yet encoded; nil if it has no string form, such as not-a-number.
    var parameterText: String? { get }
}

extension ParameterValue where Self: CustomStringConvertible {
    /// The description of the value.
    public var parameterText: String? {
        description
    }
}

extension ParameterValue where Self: RawRepresentable, RawValue: ParameterValue {
    /// The string form of the raw value.
    public var parameterText: String? {
        rawValue.parameterText
    }
}

extension ParameterValue
where Self: RawRepresentable & CustomStringConvertible, RawValue: ParameterValue {
    /// The string form of the raw value, which may differ from the description.
    public var parameterText: String? {
        rawValue.parameterText
    }
}

extension ParameterValue where Self: BinaryFloatingPoint & CustomStringConvertible {
    /// The shortest string that is parsed as the same number: `1` instead of `1.0`, which services
    /// that expect an integer reject.
    public var parameterText: String? {
        isFinite ? description.withoutEmptyFraction : nil
    }
}

extension String {
    /// The digits of a number without `.0` at its end.
    fileprivate var withoutEmptyFraction: String {
        hasSuffix(".0") ? String(dropLast(2)) : self
    }
}

extension String: ParameterValue {
    /// The string itself.
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
    /// The number with a decimal point, whatever the locale.
    public var parameterText: String? {
        isNaN ? nil : description
    }
}

extension UUID: ParameterValue {
    /// The identity in lower case, as in JSON.
    public var parameterText: String? {
        uuidString.lowercased()
    }
}

extension Date: ParameterValue {
    /// The date in ISO 8601; `using:` selects another format.
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
    /// Returns a value as a string, encoded with this codec; nil if the result is not a scalar.
    package func parameterText(of value: Value) -> String? {
        (try? JSON(any: dictionaryValue(of: value)))?.parameterText
    }
}

extension JSON {
    /// The string form of a scalar in a request; nil for null, arrays and objects.
    package var parameterText: String? {
        switch self {
        case .string(let text): text
        case .number(let number): number.literal.withoutEmptyFraction
        case .bool(let value): value.parameterText
        case .null, .array, .object: nil
        }
    }
}

extension URL: ParameterValue {
    /// The absolute URL.
    public var parameterText: String? {
        absoluteString
    }
}
