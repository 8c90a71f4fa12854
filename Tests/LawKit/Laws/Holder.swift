public import RepositoryRuntime

/// A value that has all conversions of generated enumerations and unions.
public typealias ConvertibleElement = Arbitrary & DictionaryValueInitializable
    & DictionaryValueRepresentable & JSONDecodable & JSONEncodable & Sendable

/// A structure that holds a value, so that the laws of structures apply to it.
struct Holder<Value: ConvertibleElement> {
    let value: Value
}

extension Holder: Arbitrary {
    static func arbitrary(_ values: inout RandomValues) -> Holder {
        Holder(value: values.next())
    }
}

extension Holder: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        value = try DictionaryReader(dictionary).required("value", as: Value.self)
    }
}

extension Holder: JSONDecodable, MemberEncodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var value: Value?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "value": value = try Value(from: &reader)
            default: try reader.skipValue()
            }
        }
        self.value = try reader.require(value, "value")
    }

    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("value", value)
    }
}

extension Holder: Codable where Value: Codable {}
