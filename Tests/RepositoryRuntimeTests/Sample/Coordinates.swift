// Written by hand, exactly as the generator writes it.

import RepositoryRuntime

nonisolated struct Coordinates: ValueObject, Hashable {
    var latitude: Double
    var longitude: Double

    init(latitude: Double, longitude: Double) {
        self.latitude = latitude
        self.longitude = longitude
    }
}

extension Coordinates: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.latitude = try source.required("latitude", as: Double.self)
        self.longitude = try source.required("longitude", as: Double.self)
    }
}

extension Coordinates: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var latitude: Double?
        var longitude: Double?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "latitude": latitude = try reader.value()
            case "longitude": longitude = try reader.value()
            default: try reader.skipValue()
            }
        }
        self.latitude = try reader.require(latitude, "latitude")
        self.longitude = try reader.require(longitude, "longitude")
    }
}

extension Coordinates: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 2)
        writer.member("latitude", latitude)
        writer.member("longitude", longitude)
    }
}
