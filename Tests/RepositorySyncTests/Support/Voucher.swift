// In the form of generated code.

import ExampleServer
import Foundation
import RepositoryRuntime

/// A voucher with an immutable code, and a PIN that only the server stores.
nonisolated struct Voucher: Entity, MemberEncodable, Hashable {
    var id: Int
    var title: String
    var code: String

    struct Draft: EntityDraft, MemberEncodable {
        var title: String
        var code: String
        var pin: String?
    }

    struct Patch: EntityPatch, MemberEncodable {
        var title: Change<String> = .keep
        var pin: Change<String> = .keep
    }

    struct Fields: EntityFields {}

    var draft: Draft { Draft(title: title, code: code) }

    static let schema = EntitySchema(name: "Voucher", immutable: ["code"])

    init(dictionary: [String: Any]) throws(ConversionError) {
        let source = DictionaryReader(dictionary)
        self.id = try source.required("id", as: Int.self)
        self.title = try source.required("title", as: String.self)
        self.code = try source.required("code", as: String.self)
    }

    init(from reader: inout JSONReader) throws(JSONError) {
        var id: Int?
        var title: String?
        var code: String?
        try reader.beginObject()
        while let key = try reader.nextKey() {
            switch key {
            case "id": id = try reader.value()
            case "title": title = try reader.value()
            case "code": code = try reader.value()
            default: try reader.skipValue()
            }
        }
        self.id = try reader.require(id, "id")
        self.title = try reader.require(title, "title")
        self.code = try reader.require(code, "code")
    }

    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("id", id)
        writer.member("title", title)
        writer.member("code", code)
    }
}

extension Voucher.Draft {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.member("title", title)
        writer.member("code", code)
        if let pin { writer.member("pin", pin) }
    }
}

extension Voucher.Patch {
    func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
        writer.change("title", title)
        writer.change("pin", pin)
    }
}

/// The vouchers of a server.
struct VoucherRepository: CRUDNetworkingRepository, PatchableRepository {
    typealias Entity = Voucher
    let store: any Networking
    let path = "vouchers"
}
