/// A property of a structure.
package struct CheckedProperty: Hashable, Sendable {
    /// The name in the schema; any string.
    package let name: String
    /// The key in JSON; any string.
    package let key: String
    /// The type, without the outermost `?`, which is in ``presence``.
    package let type: CheckedType
    /// Whether the value can be null or missing.
    package let presence: Presence
    /// The value if the key is missing, and in the initializer.
    package let defaultValue: CheckedLiteral?
    /// The documentation.
    package let doc: String?
    /// Who writes it, and when.
    package let direction: PropertyDirection
    /// The form of the single values in ``type`` in JSON; ``WireForm/own`` if the type has only
    /// one.
    ///
    /// Dates have ``WireForm/date(_:)``: the property's own formats or those of the API;
    /// ``WireForm/own`` if neither declares any.
    package let wire: WireForm
    /// The constraints on its values; decoding does not check them.
    package let constraints: CheckedConstraints
    /// How an invalid value is handled.
    package let onInvalid: InvalidValuePolicy
    /// Whether descriptions, errors and logs must not show the value.
    package let isRedacted: Bool
    /// The reason not to use it, if it is deprecated.
    package let deprecation: String?
    /// Whether a local store has a column for it.
    package let isIndexed: Bool
    /// The parts of its value that queries use; nil if they use it as a whole.
    package let queries: CheckedValueQueries?
    /// The effect on the entity when the referenced one is deleted; nil if there is none.
    package let onDelete: DeletionAction?
    /// The inverse in the entity that it refers to; nil if there is none.
    package let inverse: CheckedInverse?
    /// Its file; nil if it has none.
    package let file: CheckedFile?
    /// Whether listings contain it, or only single entities.
    package let isListed: Bool
    /// Whether responses to writes contain it.
    package let isReturned: Bool
    /// Its forms in earlier versions.
    package let former: [CheckedFormerProperty]
    /// An example value, as JSON text that matches the type.
    package let example: String?
    /// Whether the value must be stored indirectly, because its structure contains itself through it.
    package let isIndirect: Bool
}

/// Who writes a property, and when.
package enum PropertyDirection: String, Hashable, Sendable, CaseIterable {
    /// The client and the server.
    case readWrite
    /// The server only: in no draft and in no patch.
    case readOnly
    /// The client only, like a password: in drafts and patches, and never in the entity.
    case writeOnly
    /// The client when it creates the entity: in drafts, but not in patches.
    case immutable
}

/// The effect on an entity when one that it refers to is deleted.
package enum DeletionAction: String, Hashable, Sendable, CaseIterable {
    /// It is deleted, too.
    case cascade
    /// The reference is removed.
    case nullify
    /// The other entity cannot be deleted.
    case restrict
}

/// How an invalid value is handled.
package enum InvalidValuePolicy: String, Hashable, Sendable, CaseIterable {
    /// The whole cannot be decoded.
    case fail
    /// An invalid element of an array or a dictionary is left out; any other invalid value counts
    /// as missing.
    ///
    /// Both are reported.
    case skip
    /// The default replaces an invalid value, which is reported.
    case `default`
}

/// The four combinations of optional and nullable.
package enum Presence: Hashable, Sendable, CaseIterable {
    /// `name: T`: required and not null.
    case required
    /// `name: T?`: required and nullable.
    case nullable
    /// `name?: T`: optional.
    case optional
    /// `name?: T?`: optional and nullable, with different meanings.
    case optionalNullable
}

/// The origin of a date's formats.
package enum DateFormats: Hashable, Sendable {
    /// The API with that name.
    case api(String)
    /// The property itself; at least one.
    case own([DateFormat])
}

/// The format of a date in JSON.
package enum DateFormat: String, Hashable, Sendable, CaseIterable {
    /// `2026-11-21T02:06:32Z`, with any offset and fraction (RFC 3339).
    case iso8601
    /// Seconds since 1970 as a number, fractions allowed.
    case unixSeconds
    /// Milliseconds since 1970 as a number.
    case unixMilliseconds
    /// `Sat, 21 Nov 2026 02:06:32 GMT` (RFC 9110, RFC 1123); any numeric offset is also accepted
    /// (RFC 2822).
    case rfc1123
    /// `2026-11-21T02:06:32`, without a zone: UTC; a zone is also accepted.
    case iso8601WithoutZone
    /// `2026-11-21`: the first instant of that day in UTC.
    case dateOnly
}

/// A type with all names resolved.
package indirect enum CheckedType: Hashable, Sendable {
    /// A built-in type.
    case primitive(PrimitiveType)
    /// A declared enumeration.
    case enumeration(String)
    /// A declared scalar.
    case scalar(String)
    /// A declared union.
    case union(String)
    /// A declared value.
    case value(String)
    /// A declared entity, contained in another declaration.
    case entity(String)
    /// The identity of an entity, `User.ID`, with its type.
    case identity(of: String, PrimitiveType)
    /// The draft to create an entity, `User.Draft`.
    case draft(String)
    /// The patch to change an entity, `User.Patch`.
    case patch(String)
    /// `[T]`
    case array(CheckedType)
    /// `{ String: T }`
    case dictionary(CheckedType)
    /// `T?` inside another type; never in another `T?`.
    case nullable(CheckedType)
}

/// The built-in types.
package enum PrimitiveType: String, Hashable, Sendable, CaseIterable {
    case string = "String"
    case bool = "Bool"
    case int = "Int"
    case int8 = "Int8"
    case int16 = "Int16"
    case int32 = "Int32"
    case int64 = "Int64"
    case uint8 = "UInt8"
    case uint16 = "UInt16"
    case uint32 = "UInt32"
    case uint64 = "UInt64"
    case double = "Double"
    case float = "Float"
    case decimal = "Decimal"
    case date = "Date"
    case day = "Day"
    case url = "URL"
    case uuid = "UUID"
    case data = "Data"
    case json = "JSON"

    /// Whether the type is an integer type.
    package var isInteger: Bool {
        switch self {
        case .int, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: true
        default: false
        }
    }
}

/// A value in a schema that matches its type.
package enum CheckedLiteral: Hashable, Sendable {
    /// Only if the type is nullable.
    case null
    case bool(Bool)
    /// An integer for an integer type, or for `Double`, `Float`, `Decimal`: decimal digits with an
    /// optional sign.
    case integer(String)
    /// A finite number for `Double`, `Float`, `Decimal`: digits, a fraction, an optional exponent.
    case decimal(String)
    /// A string.
    case string(String)
    /// A case of an enumeration, by its name in the schema.
    case enumerationCase(enumeration: String, name: String)
    /// The empty list `[]`.
    case emptyArray
    /// The empty mapping `{}`.
    case emptyDictionary
}
