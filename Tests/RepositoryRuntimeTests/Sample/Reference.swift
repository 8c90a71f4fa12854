// Written by hand, exactly as the generator writes it.

import RepositoryRuntime

/// The owner of something, distinguished by the kind of JSON.
nonisolated enum Reference: UnionValue, Hashable {
    case id(Int)
    case name(String)
    case isAnyone(Bool)
    case user(User)
}

extension Reference {
    init(from reader: inout JSONReader) throws(JSONError) {
        switch reader.kind {
        case .number: self = .id(try reader.value())
        case .string: self = .name(try reader.value())
        case .boolean: self = .isAnyone(try reader.value())
        case .object: self = .user(try reader.value())
        default: throw reader.unexpectedKind(expected: "Reference")
        }
    }

    func encode(to writer: inout JSONWriter) {
        switch self {
        case .id(let value): value.encode(to: &writer)
        case .name(let value): value.encode(to: &writer)
        case .isAnyone(let value): value.encode(to: &writer)
        case .user(let value): value.encode(to: &writer)
        }
    }

    init(dictionaryValue: Any) throws(ConversionError) {
        switch DictionaryReader.kind(of: dictionaryValue) {
        case .number: self = .id(try Int(dictionaryValue: dictionaryValue))
        case .string: self = .name(try String(dictionaryValue: dictionaryValue))
        case .boolean: self = .isAnyone(try Bool(dictionaryValue: dictionaryValue))
        case .object: self = .user(try User(dictionaryValue: dictionaryValue))
        default: throw DictionaryReader.unexpectedKind(dictionaryValue, expected: "Reference")
        }
    }

    var dictionaryValue: any Sendable {
        switch self {
        case .id(let value): value.dictionaryValue
        case .name(let value): value.dictionaryValue
        case .isAnyone(let value): value.dictionaryValue
        case .user(let value): value.dictionaryValue
        }
    }
}

/// A union by kind that keeps unknown values.
nonisolated enum Tag: UnionValue, Hashable {
    case name(String)
    case size(Int8)
    /// A value that matches no case of the schema, kept unchanged.
    case unknown(JSON)
}

extension Tag {
    init(from reader: inout JSONReader) throws(JSONError) {
        switch reader.kind {
        case .string: self = .name(try reader.value())
        case .number: self = try reader.value(of: Self.size, orUnknown: Self.unknown)
        case .null: throw reader.unexpectedKind(expected: "Tag")
        default: self = .unknown(try reader.value())
        }
    }

    func encode(to writer: inout JSONWriter) {
        switch self {
        case .name(let value): value.encode(to: &writer)
        case .size(let value): value.encode(to: &writer)
        case .unknown(let value): value.encode(to: &writer)
        }
    }

    init(dictionaryValue: Any) throws(ConversionError) {
        switch DictionaryReader.kind(of: dictionaryValue) {
        case .string: self = .name(try String(dictionaryValue: dictionaryValue))
        case .number:
            self = try DictionaryReader.value(
                dictionaryValue,
                of: Self.size,
                orUnknown: Self.unknown
            )
        case .null: throw DictionaryReader.unexpectedKind(dictionaryValue, expected: "Tag")
        default: self = .unknown(try JSON(dictionaryValue: dictionaryValue))
        }
    }

    var dictionaryValue: any Sendable {
        switch self {
        case .name(let value): value.dictionaryValue
        case .size(let value): value.dictionaryValue
        case .unknown(let value): value.dictionaryValue
        }
    }
}

/// A union by kind; one of its cases has a codec.
nonisolated enum Opening: UnionValue, Hashable {
    case day(Day)
    case isOpen(Bool)
    /// A value that matches no case of the schema, kept unchanged.
    case unknown(JSON)
}

extension Opening {
    init(from reader: inout JSONReader) throws(JSONError) {
        switch reader.kind {
        case .string: self = try reader.value(of: Self.day, orUnknown: Self.unknown)
        case .number:
            self = try reader.value(
                of: Self.isOpen,
                using: NumericBoolCodec(),
                orUnknown: Self.unknown
            )
        case .null: throw reader.unexpectedKind(expected: "Opening")
        default: self = .unknown(try reader.value())
        }
    }

    func encode(to writer: inout JSONWriter) {
        switch self {
        case .day(let value): value.encode(to: &writer)
        case .isOpen(let value): NumericBoolCodec().encode(value, to: &writer)
        case .unknown(let value): value.encode(to: &writer)
        }
    }

    init(dictionaryValue: Any) throws(ConversionError) {
        switch DictionaryReader.kind(of: dictionaryValue) {
        case .string:
            self = try DictionaryReader.value(
                dictionaryValue,
                of: Self.day,
                orUnknown: Self.unknown
            )
        case .number:
            self = try DictionaryReader.value(
                dictionaryValue,
                of: Self.isOpen,
                using: NumericBoolCodec(),
                orUnknown: Self.unknown
            )
        case .null: throw DictionaryReader.unexpectedKind(dictionaryValue, expected: "Opening")
        default: self = .unknown(try JSON(dictionaryValue: dictionaryValue))
        }
    }

    var dictionaryValue: any Sendable {
        switch self {
        case .day(let value): value.dictionaryValue
        case .isOpen(let value): NumericBoolCodec().dictionaryValue(of: value)
        case .unknown(let value): value.dictionaryValue
        }
    }
}

/// A currency, encoded as its code.
struct Currency: Hashable, Sendable {
    var code: String
}

extension Currency: ScalarRepresentable {
    init(scalar: String) throws(ScalarError) {
        guard scalar.utf8.count == 3 else { throw ScalarError(expected: "currency") }
        self.init(code: scalar)
    }

    var scalar: String { code }
}

extension Currency: CustomStringConvertible {
    var description: String { "currency \(code)" }
}
