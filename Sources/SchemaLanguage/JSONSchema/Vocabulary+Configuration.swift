extension Vocabulary {
    /// The vocabulary of `repogen.yaml`.
    package static let configuration = Vocabulary(
        title: "A configuration of Repogen",
        root: Form(
            "configuration",
            "What Repogen generates from which schemas. Paths are relative to this file.",
            rule: .alternatives([
                Alternative(required: ["output"], excluded: ["outputs"]),
                Alternative(required: ["outputs"], excluded: outputKeys.map(\.name)),
            ]),
            outputKeys + [
                Key("outputs", .list(.form("output")), "Several outputs instead of one."),
                Key(
                    "depfile",
                    .text,
                    "The file to which Repogen writes the dependencies of the generated files, in make syntax."
                ),
                Key(
                    "fileLists",
                    .text,
                    "The folder to which Repogen writes file lists for a build phase of Xcode."
                ),
            ]
        ),
        [
            Form(
                "output",
                "One output.",
                rule: .alternatives([Alternative(required: ["output"], excluded: [])]),
                outputKeys + [
                    Key(
                        "imports",
                        .oneOrMany(.text),
                        "The modules of other outputs whose types the schemas may use."
                    )
                ]
            ),
            Form(
                "budget",
                "Limits for the generated files of an output. `repogen check` fails if the files exceed them.",
                [
                    Key(
                        "files",
                        .number(from: 1),
                        "The maximum number of files, including the check of the runtime's version."
                    )
                ] + limitKeys("all files together") + [
                    Key(
                        "declaration",
                        .form("limits"),
                        "Limits for each declaration."
                    )
                ]
            ),
            Form(
                "limits",
                "Limits for each declaration of an output.",
                limitKeys("a declaration")
            ),
        ]
    )

    private static func limitKeys(_ subject: String) -> [Key] {
        [
            Key("lines", .number(from: 1), "The maximum number of lines of \(subject)."),
            Key("bytes", .number(from: 1), "The maximum number of bytes of \(subject)."),
            Key(
                "compile",
                .string("^[1-9][0-9]{0,5} ?(ms|s)$"),
                "The maximum estimated time to compile \(subject), in `s` or `ms`."
            ),
        ]
    }

    /// The keys that an output has for itself, also where it is the only one.
    static let keysOfOutputs = outputKeys.map(\.name)

    private static let outputKeys = [
        Key(
            "schemas",
            .oneOrMany(.text),
            "The folders or files of the schemas."
        ),
        Key("output", .text, "The folder of the generated files, which Repogen manages."),
        Key(
            "access",
            .words(ProjectConfiguration.AccessLevel.allCases.map(\.rawValue)),
            "The access level of the generated code."
        ),
        Key(
            "grouping",
            .words(ProjectConfiguration.Grouping.allCases.map(\.rawValue)),
            "The contents of a generated file: one declaration, or everything from one schema file."
        ),
        Key(
            "server",
            .boolean,
            "Whether drafts and patches can also be decoded, as a server requires."
        ),
        Key(
            "templates",
            .text,
            "The folder of templates that replace built-in ones of the same names."
        ),
        Key(
            "conforms",
            .oneOrMany(.text),
            "Protocols that every entity, value, enum and union conforms to."
        ),
        Key(
            "module",
            .text,
            "The module that the files are compiled into."
        ),
        Key("budget", .form("budget"), "Limits for the generated files."),
    ]
}
