package import RepositoryRuntime

/// An entity like its base, except that the client assigns the identity.
package nonisolated struct OwnIdentity<Base: Entity>: Entity
where Base.ID == String, Base.Draft: MemberEncodable {
    package typealias Patch = Base.Patch
    package typealias Fields = Base.Fields

    private let base: Base

    package var id: String { base.id }

    package static var schema: EntitySchema { Base.schema }

    /// The properties to send when the client creates the entity, including the identity.
    package struct Draft: EntityDraft, MemberEncodable {
        fileprivate let id: String
        fileprivate let base: Base.Draft

        package func encodeMembers(to writer: inout some MemberWriter & ~Copyable) {
            writer.member(Base.schema.identityKey, id)
            base.encodeMembers(to: &writer)
        }
    }

    package var draft: Draft { Draft(id: base.id, base: base.draft) }

    package init(dictionary: [String: Any]) throws(ConversionError) {
        base = try Base(dictionary: dictionary)
    }

    package var dictionary: [String: any Sendable] { base.dictionary }

    package init(from reader: inout JSONReader) throws(JSONError) {
        base = try Base(from: &reader)
    }

    package func encode(to writer: inout JSONWriter) {
        base.encode(to: &writer)
    }
}
