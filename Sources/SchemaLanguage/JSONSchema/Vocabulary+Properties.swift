import RepositoryValues

/// The forms of properties and parameters.
extension Vocabulary {
    static let identityType = Shape.typeAmong(PrimitiveType.allCases.filter(\.canIdentify))

    static let identity = Form(
        "identity",
        "The identity of an entity.",
        [
            Key(
                "type",
                identityType,
                "The type: `String`, `UUID` or an integer type.",
                required: true
            ),
            key,
            Key(
                "assignedBy",
                words(CheckedEntity.IdentityOrigin.self),
                "Who assigns the identity of a new entity: the server, the client, or either of them."
            ),
            Key(
                "typed",
                .boolean,
                "Whether the identity has a Swift type of its own, so that identities of different entities "
                    + "cannot be mixed up."
            ),
            doc,
        ]
    )

    private static let typeDoc =
        "The type: a built-in type such as `Int`, a declared name, `[T]`, `{ String: T }` or `T?`."
    private static let parameterTypeDoc =
        "The type: a built-in type such as `Int`, a declared name, `[T]` or `T?`."
    private static let key = Key(
        "key",
        .text,
        "The name in JSON or in the request, if it differs from the name in the schema."
    )
    private static let defaultValue = Key(
        "default",
        .anything,
        "The value if the key is missing, and the default in the initializer."
    )
    static let format = Key("format", dateFormats, "The format of a date, or an array of formats.")
    static let json = Key(
        "json",
        .words(PrimitiveType.allCases.filter(\.isWireType).map(\.rawValue)),
        "The type in JSON, if the Swift type allows several: a number or a `Bool` can be a `String`, a `Bool` an "
            + "`Int`."
    )
    static let deprecated = Key(
        "deprecated",
        .sentence,
        "What to use instead. The declaration in Swift is deprecated."
    )
    static let arraysDoc = "How arrays are written."
    static let objectsDoc = "How objects are written."
    private static let inlineProperties = Key(
        "properties",
        .map(.properties, .property(form: "property")),
        "The properties of an inline object, which becomes a value of its own."
    )

    static let property = Form(
        "property",
        "A property of an entity, a value or a mixin.",
        rule: .alternatives([
            Alternative(required: ["type"], excluded: []),
            Alternative(required: ["properties"], excluded: []),
        ]),
        [
            Key(
                "type",
                .typeWithDefault,
                typeDoc + " `_` is the object declared by `properties`."
            ),
            key, defaultValue, json,
            Key(
                "format",
                .either([dateFormats, words(TextFormat.self), .text]),
                "The format of a date, or an array of formats; the format of a string; or the URL of the referenced "
                    + "entity, with `{id}`."
            ),
        ] + constraints + [
            Key(
                "onInvalid",
                words(InvalidValuePolicy.self),
                "How an invalid value is handled: `fail` rejects the whole object, `skip` leaves the value out, "
                    + "`default` replaces it with the default."
            ),
            Key(
                "readOnly",
                .boolean,
                "Whether only the server writes the property. It is then in neither `Draft` nor `Patch`."
            ),
            Key(
                "writeOnly",
                .boolean,
                "Whether the property is written, but never read. It is then in `Draft` and `Patch` only."
            ),
            Key(
                "immutable",
                .boolean,
                "Whether the client sets the property only when it creates the entity. It is then in no `Patch`."
            ),
            Key(
                "indexed",
                .either([.boolean, .listOrEmpty(.text)]),
                "Whether the local store has an index for the property. For a value or an array of values, a list of "
                    + "their properties with indexes, such as `[city, geo.country]`."
            ),
            Key(
                "onDelete",
                words(DeletionAction.self),
                "What happens when the referenced entity is deleted: `cascade` deletes this entity too, `nullify` "
                    + "removes the reference, `restrict` prevents the deletion."
            ),
            Key(
                "inverse",
                .string("^[a-z][A-Za-z0-9]*$"),
                "The name of the reference in the opposite direction, such as `messages`: the referenced entity finds "
                    + "those that refer to it."
            ),
            Key(
                "file",
                .either([mediaType, .form("file")]),
                "The media type of the file that the property represents. The path of its bytes is below that of the "
                    + "entity."
            ),
            Key(
                "listed",
                .boolean,
                "Whether listings contain the property. If not, a listing leaves the known value unchanged."
            ),
            Key(
                "returned",
                .boolean,
                "Whether responses to writes contain the property. If not, the client keeps the value that it has "
                    + "sent, or already had."
            ),
            Key(
                "was",
                .oneOrMany(.either([.text, .form("formerProperty")])),
                "The keys of the property in earlier versions of the app. Stored documents are converted."
            ),
            Key("redacted", .boolean, "Whether descriptions, errors and logs hide the value."),
            deprecated,
            Key("example", .anything, "An example of the value, in its JSON form."),
            doc,
            inlineProperties,
        ]
    )

    static let file = Form(
        "file",
        "The file that a property of an entity represents.",
        [
            Key("media", mediaType, "The media type of the uploaded bytes.", required: true),
            Key(
                "path",
                .string("^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$"),
                "The path of the bytes, below that of the entity."
            ),
        ]
    )

    static let formerProperty = Form(
        "formerProperty",
        "A property as it was in earlier versions of the app.",
        [
            Key("key", .text, "The former key in JSON, if it differs."),
            Key("type", .type, "The former type, if it differs."),
            Key(
                "convert",
                .string("^[A-Za-z_][A-Za-z0-9_]*$"),
                "The static function of the app that converts a former value into a current one."
            ),
        ]
    )

    static let parameter = Form(
        "parameter",
        "A query parameter, a header field or a cookie.",
        rule: .alternatives([
            Alternative(required: ["type"], excluded: []),
            Alternative(required: ["properties"], excluded: []),
        ]),
        [
            Key("type", .typeWithDefault, parameterTypeDoc), key, defaultValue, json, format,
            Key("arrays", words(CheckedMedia.Arrays.self), arraysDoc),
            Key("objects", words(CheckedMedia.Objects.self), objectsDoc),
            doc, inlineProperties,
        ]
    )

    static let field = Form(
        "field",
        "A header field of a response, a field of a form or a part of a multipart body.",
        [
            Key("type", .typeWithDefault, parameterTypeDoc, required: true),
            key, defaultValue, json, format, doc,
        ]
    )

    /// A parameter that is a single string: only some forms of arrays and objects are possible, and
    /// there are no inline objects.
    static func joined(objects: [CheckedMedia.Objects]) -> Shape {
        .either([
            .typeWithDefault,
            .narrowed(
                "parameter",
                [
                    ("arrays", .words([CheckedMedia.Arrays.commas.rawValue])),
                    ("objects", .words(objects.map(\.rawValue))),
                    ("properties", nil),
                ],
                required: ["type"]
            ),
        ])
    }

    static let pathParameter = Form(
        "pathParameter",
        "A parameter in the path of an endpoint.",
        [
            Key(
                "type",
                .typeWithDefault,
                "The type: a built-in type such as `Int`, a declared name or `[T]`.",
                required: true
            ),
            key, defaultValue, json, format,
            Key("arrays", .words(["commas"]), arraysDoc),
            Key("objects", .words(["commas", "exploded"]), objectsDoc),
            Key(
                "transform",
                words(CheckedParameter.Transform.self),
                "The letter case to which the string is converted before it is sent."
            ),
            doc,
        ]
    )
}
