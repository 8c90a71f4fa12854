import RepositoryValues

/// The forms of properties and parameters.
extension Vocabulary {
    static let identityType = Shape.typeAmong(PrimitiveType.allCases.filter(\.canIdentify))

    static let identity = Form(
        "identity",
        "The identity of an entity.",
        [
            Key("type", identityType, "The type: String, UUID or a whole number.", required: true),
            key,
            Key(
                "assignedBy",
                words(CheckedEntity.IdentityOrigin.self),
                "Who makes the identity of a new entity; the server, unless this says otherwise."
            ),
            Key(
                "typed",
                .boolean,
                "Whether its type in Swift is that of no other entity's identity, so that the compiler tells them apart."
            ),
            doc,
        ]
    )

    private static let type = Key(
        "type",
        .typeWithDefault,
        typeDoc,
        required: true
    )
    private static let typeDoc =
        "The type: a primitive such as Int, a declared name, [T], { String: T } or T?."
    private static let key = Key("key", .text, "The key on the wire, where it is not the name.")
    private static let defaultValue = Key(
        "default",
        .anything,
        "The value when the key is absent, and in the initialiser."
    )
    static let format = Key("format", dateFormats, "How the date in it is written.")
    static let json = Key(
        "json",
        .words(PrimitiveType.allCases.filter(\.isWireType).map(\.rawValue)),
        "What it is in JSON, where its type leaves a choice: a number or a Bool may be String, a Bool Int."
    )

    static let property = Form(
        "property",
        "A property.",
        rule: .alternatives([
            Alternative(required: ["type"], excluded: []),
            Alternative(required: ["properties"], excluded: []),
        ]),
        [
            Key(
                "type",
                .typeWithDefault,
                typeDoc + " `_` is the object that `properties` describes."
            ),
            key, defaultValue, json,
            Key(
                "format",
                .either([dateFormats, words(TextFormat.self), .text]),
                "How the date in it is written, the format of a text, or the URL of the entity that it refers to, with "
                    + "{id}."
            ),
        ] + constraints + [
            Key(
                "onInvalid",
                words(InvalidValuePolicy.self),
                "What a bad value does: fail (the whole cannot be read), skip (it is left out) or "
                    + "default (the default stands for it)."
            ),
            Key("readOnly", .boolean, "Only the server writes it: it is in no Draft and no Patch."),
            Key(
                "writeOnly",
                .boolean,
                "Only the client writes it, and nobody reads it: it is in Draft and Patch alone."
            ),
            Key(
                "immutable",
                .boolean,
                "The client writes it when it creates the entity: it is in no Patch."
            ),
            Key(
                "indexed",
                .either([.boolean, .listOrEmpty(.text)]),
                "Whether a local store keeps a column of it; of a value or a list of values, the properties of these "
                    + "of which it keeps columns, such as [city, geo.country]."
            ),
            Key(
                "onDelete",
                words(DeletionAction.self),
                "What becomes of the entity when the one is deleted to which this refers: cascade (it is deleted, "
                    + "too), nullify (it no longer refers to it) or restrict (the other one cannot be deleted)."
            ),
            Key(
                "inverse",
                .string("^[a-z][A-Za-z0-9]*$"),
                "The name under which the entity that this refers to finds those that refer to it, such as messages: "
                    + "the reference can be followed in both directions."
            ),
            Key(
                "file",
                .either([mediaType, .form("file")]),
                "The media type of the file that it stands for, whose bytes are at an address behind that of the entity."
            ),
            Key(
                "listed",
                .boolean,
                "Whether listings have it; where they do not, a listing leaves it as it is known here."
            ),
            Key(
                "returned",
                .boolean,
                "Whether responses to writes have it; where they do not, they leave it as it was sent or known."
            ),
            Key(
                "was",
                .oneOrMany(.either([.text, .form("formerProperty")])),
                "The key that it had in earlier versions of an app, whose stored documents are converted."
            ),
            Key("redacted", .boolean, "Whether descriptions, errors and logs hide its value."),
            Key("deprecated", .sentence, "What to use instead of it."),
            Key("example", .anything, "An example of a value, as it is in JSON."),
            doc,
            Key(
                "properties",
                .map(.properties, .property(form: "property")),
                "The properties of an object in place, which becomes a value of its own."
            ),
        ]
    )

    static let file = Form(
        "file",
        "The file of an entity that a property stands for.",
        [
            Key("media", mediaType, "The media type of the bytes that are sent.", required: true),
            Key(
                "path",
                .string("^[A-Za-z0-9._~-]+(/[A-Za-z0-9._~-]+)*$"),
                "The path of the bytes, behind that of the entity."
            ),
        ]
    )

    static let formerProperty = Form(
        "formerProperty",
        "What a property was in earlier versions of an app.",
        [
            Key("key", .text, "The key on the wire, where it was another one."),
            Key("type", .type, "The type, where it was another one."),
            Key(
                "convert",
                .string("^[A-Za-z_][A-Za-z0-9_]*$"),
                "The static function of the app that makes today's value of a former one."
            ),
        ]
    )

    static let parameter = Form(
        "parameter",
        "A parameter of a query, a header field or a cookie.",
        rule: .alternatives([
            Alternative(required: ["type"], excluded: []),
            Alternative(required: ["properties"], excluded: []),
        ]),
        [
            Key("type", .typeWithDefault, typeDoc), key, defaultValue, json, format,
            Key("arrays", words(CheckedMedia.Arrays.self), "How the array is written."),
            Key("objects", words(CheckedMedia.Objects.self), "How the object is written."),
            doc,
            Key(
                "properties",
                .map(.properties, .property(form: "property")),
                "The properties of an object in place, which becomes a value of its own."
            ),
        ]
    )

    static let field = Form(
        "field",
        "A header field of a response, a field of a form or a part of a multipart body.",
        [type, key, defaultValue, json, format, doc]
    )

    /// A parameter that is one text: not every way to write arrays and objects fits into one, and no object
    /// is declared in place.
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
        "A parameter of a path.",
        [
            type, key, json, format,
            Key("arrays", .words(["commas"]), "How the array is written."),
            Key("objects", .words(["commas", "exploded"]), "How the object is written."),
            Key(
                "transform",
                words(CheckedParameter.Transform.self),
                "What happens to the text before it is sent."
            ),
            doc,
        ]
    )
}
