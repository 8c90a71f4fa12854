// Written by hand, exactly as the generator writes it.

import RepositoryRuntime

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A parcel with a property of each form that a schema can declare.
nonisolated struct Parcel: ValueObject, Hashable, UnknownKeysKeeping {
    var weight: Decimal
    var isPaid: Bool
    var currency: Currency
    var level: Int
    var rating: Presence<Double>
    var password: String?
    var tags: [Int]
    var labels: [String: Bool]
    var stops: [Date]
    var owner: Reference
    var mark: Tag?
    var attachments: [Attachment]
    var unknownKeys: UnknownKeys
}

extension Parcel: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.weight = try source.required("weight", using: TextCodec<Decimal>())
        self.isPaid = try source.required("is_paid", using: NumericBoolCodec())
        self.currency = try source.required("currency", as: Currency.self)
        self.level = try source.optional("level", as: Int.self, ifInvalid: 1) ?? 1
        self.rating = try source.presence("rating", as: Double.self, ifInvalid: .absent)
        self.password = try source.optional("password", using: ValueCodec<String>().redacted)
        self.tags = try source.required("tags", using: ValueCodec<Int>().lossyArray)
        self.labels = try source.required(
            "labels",
            using: TextCodec<Bool>().lossyDictionary.redacted
        )
        self.stops = try source.required("stops", using: DateCodec(.dateOnly).lossyArray)
        self.owner = try source.required("owner", as: Reference.self)
        self.mark = try source.optional("mark", as: Tag.self)
        self.attachments = try source.required(
            "attachments",
            using: ValueCodec<Attachment>().lossyArray
        )
        self.unknownKeys = try source.unknownKeys(besides: Parcel.knownKeys)
    }

    private static let knownKeys: Set<String> = [
        "weight", "is_paid", "currency", "level", "rating", "password", "tags", "labels", "stops",
        "owner", "mark", "attachments",
    ]
}

extension Parcel: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var weight: Decimal?
        var isPaid: Bool?
        var currency: Currency?
        var level: Int?
        var rating = Presence<Double>.absent
        var password: String?
        var tags: [Int]?
        var labels: [String: Bool]?
        var stops: [Date]?
        var owner: Reference?
        var mark: Tag?
        var attachments: [Attachment]?
        var unknownKeys: UnknownKeys = [:]
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "weight": weight = try reader.value(using: TextCodec<Decimal>())
            case "is_paid": isPaid = try reader.value(using: NumericBoolCodec())
            case "currency": currency = try reader.value()
            case "level": reader.readOrNull(&level, ifInvalid: 1)
            case "rating": reader.readOrNull(&rating, ifInvalid: .absent)
            case "password":
                password = try reader.valueOrNull(using: ValueCodec<String>().redacted)
            case "tags": tags = try reader.value(using: ValueCodec<Int>().lossyArray)
            case "labels":
                labels = try reader.value(using: TextCodec<Bool>().lossyDictionary.redacted)
            case "stops": stops = try reader.value(using: DateCodec(.dateOnly).lossyArray)
            case "owner": owner = try reader.value()
            case "mark": mark = try reader.valueOrNull()
            case "attachments":
                attachments = try reader.value(using: ValueCodec<Attachment>().lossyArray)
            default: reader.keep(key, in: &unknownKeys)
            }
        }
        self.weight = try reader.require(weight, "weight")
        self.isPaid = try reader.require(isPaid, "is_paid")
        self.currency = try reader.require(currency, "currency")
        self.level = level ?? 1
        self.rating = rating
        self.password = password
        self.tags = try reader.require(tags, "tags")
        self.labels = try reader.require(labels, "labels")
        self.stops = try reader.require(stops, "stops")
        self.owner = try reader.require(owner, "owner")
        self.mark = mark
        self.attachments = try reader.require(attachments, "attachments")
        self.unknownKeys = unknownKeys
    }
}

extension Parcel: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 13)
        writer.member("weight", weight, using: TextCodec<Decimal>())
        writer.member("is_paid", isPaid, using: NumericBoolCodec())
        writer.member("currency", currency)
        writer.member("level", level)
        writer.presence("rating", rating)
        writer.memberIfPresent("password", password)
        writer.member("tags", tags)
        writer.member("labels", labels, using: TextCodec<Bool>().dictionary)
        writer.member("stops", stops, using: DateCodec(.dateOnly).array)
        writer.member("owner", owner)
        writer.memberOrNull("mark", mark)
        writer.member("attachments", attachments)
        writer.members(unknownKeys)
    }
}

extension Parcel: CustomReflectable {
    var customMirror: Mirror {
        Redacted.mirror(
            of: self,
            ["level": level, "mark": mark, "password": Redacted(), "tags": tags]
        )
    }
}

extension Parcel: CustomStringConvertible {
    var description: String { Redacted.description(of: self) }
}

extension Parcel: Codable {}
