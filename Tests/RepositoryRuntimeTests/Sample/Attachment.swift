// Written by hand, exactly as the generator writes it.

import RepositoryRuntime

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The content attached to a parcel, distinguished by its type.
nonisolated enum Attachment: UnionValue, Hashable {
    case image(Image)
    case file(File)
    indirect case bundle(Bundle)
    /// A value that matches no case of the schema, kept unchanged.
    case unknown(JSON)
}

extension Attachment {
    init(from reader: inout JSONReader) throws(JSONError) {
        switch try reader.discriminator("type") {
        case "image": self = .image(try reader.value(taggedBy: "type"))
        case "document": self = .file(try reader.value(taggedBy: "type"))
        case "bundle": self = .bundle(try reader.value(taggedBy: "type"))
        default: self = .unknown(try reader.value())
        }
    }

    func encode(to writer: inout JSONWriter) {
        switch self {
        case .image(let value): writer.value(value, tagged: "image", by: "type")
        case .file(let value): writer.value(value, tagged: "document", by: "type")
        case .bundle(let value): writer.value(value, tagged: "bundle", by: "type")
        case .unknown(let value): value.encode(to: &writer)
        }
    }

    init(dictionaryValue: Any) throws(ConversionError) {
        switch try DictionaryReader.discriminator("type", of: dictionaryValue) {
        case "image":
            self = .image(try DictionaryReader.value(dictionaryValue, taggedBy: "type"))
        case "document":
            self = .file(try DictionaryReader.value(dictionaryValue, taggedBy: "type"))
        case "bundle":
            self = .bundle(try DictionaryReader.value(dictionaryValue, taggedBy: "type"))
        default: self = .unknown(try JSON(dictionaryValue: dictionaryValue))
        }
    }

    var dictionaryValue: any Sendable {
        switch self {
        case .image(let value): DictionaryWriter.value(value, tagged: "image", by: "type")
        case .file(let value): DictionaryWriter.value(value, tagged: "document", by: "type")
        case .bundle(let value): DictionaryWriter.value(value, tagged: "bundle", by: "type")
        case .unknown(let value): value.dictionaryValue
        }
    }
}

extension Attachment: Codable {}

/// An image, which keeps unknown keys.
nonisolated struct Image: ValueObject, Hashable, UnknownKeysKeeping {
    var width: Int
    var unknownKeys: UnknownKeys

    init(width: Int, unknownKeys: UnknownKeys = [:]) {
        self.width = width
        self.unknownKeys = unknownKeys
    }
}

extension Image: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.width = try source.required("width", as: Int.self)
        self.unknownKeys = try source.unknownKeys(besides: ["width"])
    }
}

extension Image: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var width: Int?
        var unknownKeys: UnknownKeys = [:]
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "width": width = try reader.value()
            default: reader.keep(key, in: &unknownKeys)
            }
        }
        self.width = try reader.require(width, "width")
        self.unknownKeys = unknownKeys
    }
}

extension Image: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 2)
        writer.member("width", width)
        writer.members(unknownKeys)
    }
}

/// A file without declared properties.
nonisolated struct File: ValueObject, Hashable {}

extension File: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {}
}

extension File: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        try reader.beginObject()
        while try reader.nextKey() != nil {
            try reader.skipValue()
        }
    }
}

extension File: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 0)
    }
}

/// Another attachment in an attachment.
nonisolated struct Bundle: ValueObject, Hashable {
    var inner: Attachment
}

extension Bundle: DictionaryInitializable {
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.inner = try source.required("inner", as: Attachment.self)
    }
}

extension Bundle: JSONDecodable {
    init(from reader: inout JSONReader) throws(JSONError) {
        var inner: Attachment?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "inner": inner = try reader.value()
            default: try reader.skipValue()
            }
        }
        self.inner = try reader.require(inner, "inner")
    }
}

extension Bundle: MemberEncodable {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 1)
        writer.member("inner", inner)
    }
}
