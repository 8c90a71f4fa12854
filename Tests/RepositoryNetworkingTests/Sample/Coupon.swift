// In the form of generated code.

import RepositoryRuntime

/// A coupon; its code is set once, at its creation.
nonisolated struct Coupon: Entity, Hashable {
    /// The identity, assigned by the server.
    var id: Int
    var title: String
    /// The property with the key `coupon_code`.
    var code: String
    /// The property with the key `note`, which may be missing.
    var note: String?

    /// Creates an entity from its properties.
    init(id: Int, title: String, code: String, note: String? = nil) {
        self.id = id
        self.title = title
        self.code = code
        self.note = note
    }
}

nonisolated extension Coupon {
    /// The properties to send when the client creates the entity.
    nonisolated struct Draft: EntityDraft {
        var title: String
        /// The property with the key `coupon_code`.
        var code: String
        /// The property with the key `note`, which may be missing.
        var note: String?

        /// Creates a draft from its properties.
        init(title: String, code: String, note: String? = nil) {
            self.title = title
            self.code = code
            self.note = note
        }
    }

    /// A draft with the properties of this entity.
    var draft: Draft {
        Draft(title: title, code: code, note: note)
    }
}

nonisolated extension Coupon.Draft: MemberEncodable {
    /// Encodes the properties into a JSON object or a dictionary.
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 3)
        writer.member("title", title)
        writer.member("coupon_code", code)
        writer.memberIfPresent("note", note)
    }
}

nonisolated extension Coupon {
    /// The changes to send; unchanged properties are left out.
    nonisolated struct Patch: EntityPatch {
        var title: Change<String>

        /// Creates a patch; properties without an argument stay unchanged.
        init(title: Change<String> = .keep) {
            self.title = title
        }
    }
}

nonisolated extension Coupon.Patch: MemberEncodable {
    /// Encodes the properties into a JSON object or a dictionary.
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 1)
        writer.change("title", title)
    }
}

nonisolated extension Coupon {
    /// The names of the properties in queries.
    nonisolated struct Fields: EntityFields {
        var id: Field<Int> { Field("id") }
        var title: Field<String> { Field("title") }
        /// The field `coupon_code`.
        var code: Field<String> { Field("coupon_code") }
        var note: Field<String> { Field("note") }

        /// Creates the names.
        init() {}
    }
}

nonisolated extension Coupon {
    /// How entities of the type are stored locally.
    static let schema = EntitySchema(name: "Coupon", immutable: ["coupon_code", "note"])
}

nonisolated extension Coupon: DictionaryInitializable {
    /// Decodes a dictionary; an error contains the key path of the mismatch.
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("id", as: Int.self)
        self.title = try source.required("title", as: String.self)
        self.code = try source.required("coupon_code", as: String.self)
        self.note = try source.optional("note", as: String.self)
    }
}

nonisolated extension Coupon: JSONDecodable {
    /// Decodes a JSON object; an error contains the key path of the mismatch.
    init(from reader: inout JSONReader) throws(JSONError) {
        var id: Int?
        var title: String?
        var code: String?
        var note: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.value()
            case "title": title = try reader.value()
            case "coupon_code": code = try reader.value()
            case "note": note = try reader.valueOrNull()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "id")
        self.title = try reader.require(title, "title")
        self.code = try reader.require(code, "coupon_code")
        self.note = note
    }
}

nonisolated extension Coupon: MemberEncodable {
    /// Encodes the properties into a JSON object or a dictionary.
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 4)
        writer.member("id", id)
        writer.member("title", title)
        writer.member("coupon_code", code)
        writer.memberIfPresent("note", note)
    }
}

/// The coupons on the server.
nonisolated struct CouponRepository: CRUDNetworkingRepository, PatchableRepository {
    typealias Entity = Coupon

    let store: any Networking
    let path = "coupons"
}

/// The coupons in a local store.
nonisolated struct CouponStore: CRUDStorageRepository {
    typealias Entity = Coupon

    let storage: any Storage
}
