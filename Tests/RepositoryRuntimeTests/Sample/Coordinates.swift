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

extension Coordinates: DictionaryRepresentable {
    var dictionary: [String: any Sendable] {
        var target = DictionaryWriter(capacity: 2)
        target.set("latitude", latitude)
        target.set("longitude", longitude)
        return target.dictionary
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

extension Coordinates: JSONEncodable {
    func encode(to writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("latitude", latitude)
        writer.member("longitude", longitude)
        writer.endObject()
    }
}
