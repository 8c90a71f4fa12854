// In the form of generated code.

import RepositoryRuntime

/// A coupon, of which the code is given once.
nonisolated struct Coupon: Entity, Hashable {
    /// The identity, given by the server.
    var id: Int
    var title: String
    /// The member `coupon_code`.
    var code: String
    /// The member `note`, which may be absent.
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
    /// What a client sends to create the entity.
    nonisolated struct Draft: EntityDraft {
        var title: String
        /// The member `coupon_code`.
        var code: String
        /// The member `note`, which may be absent.
        var note: String?

        /// Creates a draft from its properties.
        init(title: String, code: String, note: String? = nil) {
            self.title = title
            self.code = code
            self.note = note
        }
    }

    /// The draft that would create this entity.
    var draft: Draft {
        Draft(title: title, code: code, note: note)
    }
}

nonisolated extension Coupon.Draft: MemberEncodable {
    /// Writes the members, into a JSON object or a dictionary.
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.reserve(members: 3)
        writer.member("title", title)
        writer.member("coupon_code", code)
        writer.memberIfPresent("note", note)
    }
}

nonisolated extension Coupon {
    /// The changes that a client asks for; what is kept is not sent.
    nonisolated struct Patch: EntityPatch {
        var title: Change<String>

        /// Creates a patch; what is not given is kept.
        init(title: Change<String> = .keep) {
            self.title = title
        }
    }
}

nonisolated extension Coupon.Patch: MemberEncodable {
    /// Writes the members, into a JSON object or a dictionary.
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
    /// Reads a dictionary; an error says at which key path it does not fit.
    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("id", as: Int.self)
        self.title = try source.required("title", as: String.self)
        self.code = try source.required("coupon_code", as: String.self)
        self.note = try source.optional("note", as: String.self)
    }
}

nonisolated extension Coupon: JSONDecodable {
    /// Reads a JSON object; an error says at which key path it does not fit.
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
    /// Writes the members, into a JSON object or a dictionary.
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
