/// A property of a structure.
package struct CheckedProperty: Hashable, Sendable {
    /// The name, as the schema writes it; any text.
    package let name: String
    /// The key on the wire; any text.
    package let key: String
    /// The type, without the outermost `?`, which is in ``presence``.
    package let type: CheckedType
    /// Whether the value may be null or absent.
    package let presence: Presence
    /// The value when the key is absent, and in the initialiser.
    package let defaultValue: CheckedLiteral?
    /// The documentation.
    package let doc: String?
    /// Who writes it, and when.
    package let direction: PropertyDirection
    /// The form on the wire of the single values in ``type``; ``WireForm/own`` where the type leaves no choice.
    ///
    /// Dates have ``WireForm/date(_:)``: the property's own formats or the API's; ``WireForm/own`` where neither says any.
    package let wire: WireForm
    /// What restricts its values beyond their type; none is a reason why reading fails.
    package let constraints: CheckedConstraints
    /// What one bad value does to the whole.
    package let onInvalid: InvalidValuePolicy
    /// Whether descriptions, errors and logs must not show the value.
    package let isRedacted: Bool
    /// Why not to use it, where it is deprecated.
    package let deprecation: String?
    /// Whether a local store keeps a column of it.
    package let isIndexed: Bool
    /// What queries find in its value; nil where they look at it as a whole.
    package let queries: CheckedValueQueries?
    /// What becomes of the entity when the one is deleted to which this refers; nil where nothing does.
    package let onDelete: DeletionAction?
    /// What the entity that it refers to calls those that refer to it; nil where it has no name for them.
    package let inverse: CheckedInverse?
    /// The file that it stands for; nil if it stands for none.
    package let file: CheckedFile?
    /// Whether listings have it, or only the entity that is asked for by itself.
    package let isListed: Bool
    /// Whether responses to writes have it.
    package let isReturned: Bool
    /// What it was in earlier versions.
    package let former: [CheckedFormerProperty]
    /// An example of a value, as JSON text that fits the type.
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
    /// The client only, as a password: in drafts and patches, and never in the entity.
    case writeOnly
    /// The client when it creates the entity: in drafts, in no patch.
    case immutable
}

/// What becomes of an entity when one is deleted to which it refers.
package enum DeletionAction: String, Hashable, Sendable, CaseIterable {
    /// It is deleted, too.
    case cascade
    /// It no longer refers to it.
    case nullify
    /// Nothing: the other one cannot be deleted.
    case restrict
}

/// What one bad value does to the whole.
package enum InvalidValuePolicy: String, Hashable, Sendable, CaseIterable {
    /// The whole cannot be read.
    case fail
    /// A bad element of an array or a dictionary is left out; another bad value counts as absent.
    /// What was left out is reported.
    case skip
    /// The default stands for a bad value, which is reported.
    case `default`
}

/// The four forms in which a value may be there.
package enum Presence: Hashable, Sendable, CaseIterable {
    /// `name: T`: there and not null.
    case required
    /// `name: T?`: there, may be null.
    case nullable
    /// `name?: T`: may be absent.
    case optional
    /// `name?: T?`: may be absent, may be null, and they mean different things.
    case optionalNullable
}

/// Where the formats of a date come from.
package enum DateFormats: Hashable, Sendable {
    /// The API of that name says so.
    case api(String)
    /// The property says so itself; at least one.
    case own([DateFormat])
}

/// How a date is written on the wire.
package enum DateFormat: String, Hashable, Sendable, CaseIterable {
    /// `2026-11-21T02:06:32Z`, with any offset and fraction (RFC 3339).
    case iso8601
    /// Seconds since 1970 as a number, fractions allowed.
    case unixSeconds
    /// Milliseconds since 1970 as a number.
    case unixMilliseconds
    /// `Sat, 21 Nov 2026 02:06:32 GMT` (RFC 9110, RFC 1123), read with any numeric offset too (RFC 2822).
    case rfc1123
    /// `2026-11-21T02:06:32`, without a zone: UTC; read with a zone too.
    case iso8601WithoutZone
    /// `2026-11-21`: the first instant of that day in UTC.
    case dateOnly
}

/// A type that every name of which is known.
package indirect enum CheckedType: Hashable, Sendable {
    /// A type of the language.
    case primitive(PrimitiveType)
    /// A declared enumeration.
    case enumeration(String)
    /// A declared scalar.
    case scalar(String)
    /// A declared union.
    case union(String)
    /// A declared value.
    case value(String)
    /// A declared entity, contained.
    case entity(String)
    /// The identity of an entity, `User.ID`, with the type it has.
    case identity(of: String, PrimitiveType)
    /// What a client sends to create an entity, `User.Draft`.
    case draft(String)
    /// What a client sends to change an entity, `User.Patch`.
    case patch(String)
    /// `[T]`
    case array(CheckedType)
    /// `{ String: T }`
    case dictionary(CheckedType)
    /// `T?` inside another type; never in a nullable.
    case nullable(CheckedType)
}

/// The types of the language itself.
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

    /// Whether the type is one of the whole numbers.
    package var isInteger: Bool {
        switch self {
        case .int, .int8, .int16, .int32, .int64, .uint8, .uint16, .uint32, .uint64: true
        default: false
        }
    }
}

/// A value written in a schema, known to fit its type.
package enum CheckedLiteral: Hashable, Sendable {
    /// Only where the type may be null.
    case null
    case bool(Bool)
    /// A whole number of an integer type, or of `Double`, `Float`, `Decimal`: decimal digits with an optional sign.
    case integer(String)
    /// A finite number of `Double`, `Float`, `Decimal`: digits, a fraction, perhaps an exponent.
    case decimal(String)
    /// Text of `String`.
    case string(String)
    /// A case of an enumeration, by its name in the schema.
    case enumerationCase(enumeration: String, name: String)
    /// The empty list `[]`.
    case emptyArray
    /// The empty mapping `{}`.
    case emptyDictionary
}
