import Foundation

/// A number in a dictionary, of a Swift type or `JSONSerialization`; never a Boolean.
enum DictionaryNumber {
    case signed(Int64)
    case unsigned(UInt64)
    case double(Double)
    case float(Float)
    case decimal(Decimal)

    /// Creates a number; nil if the value is not a number.
    init?(_ value: Any) {
        let type = type(of: value)
        if type == NSNumber.self, let number = value as? NSNumber {
            self.init(number)
        } else if type == Int.self, let number = value as? Int {
            self = .signed(Int64(number))
        } else if type == Double.self, let number = value as? Double {
            self = .double(number)
        } else if type is AnyObject.Type {
            guard let number = value as? NSNumber else { return nil }
            self.init(number)
        } else {
            self.init(swiftNumber: value, type)
        }
    }

    private init?(_ number: NSNumber) {
        let type = UInt8(bitPattern: number.objCType.pointee)
        if DictionaryValueKind.boolean(number, type) != nil { return nil }
        if let decimal = number as? NSDecimalNumber {
            self = .decimal(decimal.decimalValue)
            return
        }
        switch type {
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .double(number.doubleValue)
        case UInt8(ascii: "Q"): self = .unsigned(number.uint64Value)
        default: self = .signed(number.int64Value)
        }
    }

    private init?(swiftNumber value: Any, _ type: Any.Type) {
        // The type is compared first, because casts would also convert a Boolean to a number.
        switch type {
        case is Float.Type: self = .float(value as? Float ?? .nan)
        case is Decimal.Type: self = .decimal(value as? Decimal ?? .nan)
        case is Bool.Type: return nil
        default:
            guard let integer = value as? any FixedWidthInteger else { return nil }
            if let number = Int64(exactly: integer) {
                self = .signed(number)
            } else if let number = UInt64(exactly: integer) {
                self = .unsigned(number)
            } else {
                return nil
            }
        }
    }

    /// Returns the number as an integer; nil if it has a fraction or does not fit.
    func integer<Value: FixedWidthInteger>(_: Value.Type) -> Value? {
        switch self {
        case .signed(let number): Value(exactly: number)
        case .unsigned(let number): Value(exactly: number)
        case .double(let number): Value(exactly: number)
        case .float(let number): Value(exactly: number)
        case .decimal(let number): DecimalText(number.description).integer(Value.self)
        }
    }

    /// The nearest double, possibly infinite.
    var double: Double {
        switch self {
        case .signed(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .double(let number): number
        case .float(let number): Double(number)
        // Not `doubleValue`, which does not round to the nearest double.
        case .decimal(let number): Double(number.description) ?? .nan
        }
    }

    /// The number as JSON text; nil if it is not finite.
    var literal: String? {
        switch self {
        case .signed(let number): number.description
        case .unsigned(let number): number.description
        case .double(let number): number.isFinite ? number.description : nil
        case .float(let number): number.isFinite ? number.description : nil
        case .decimal(let number): number.isNaN ? nil : number.description
        }
    }
}
