/// The forms of creations, one at a time and in batches.
extension Vocabulary {
    static let batch = Form(
        "batch",
        "Several creations in one request.",
        [
            Key(
                "path",
                .string("^[^{}?#\\s]*$"),
                "The path of a request that contains a request for each creation, or `none`."
            ),
            Key("limit", .number(from: 1), "The maximum number of creations in a request."),
        ]
    )

    static let creation = Form(
        "creation",
        "The header field by which a service recognizes a repeated creation.",
        [
            Key("idempotencyKey", headerName, "The name of the header field.", required: true),
            Key("lifetime", duration, "The minimum time for which the service remembers a key."),
        ]
    )
}
