extension Vocabulary {
    /// The vocabulary of `repogen.yaml`.
    package static let configuration = Vocabulary(
        title: "A configuration of Repogen",
        root: Form(
            "configuration",
            "What Repogen makes of which schemas; every path is relative to this file.",
            rule: .alternatives([
                Alternative(required: ["output"], excluded: ["outputs"]),
                Alternative(required: ["outputs"], excluded: outputKeys.map(\.name)),
            ]),
            outputKeys + [
                Key("outputs", .list(.form("output")), "Several outputs instead of one."),
                Key(
                    "depfile",
                    .text,
                    "Where to write what was read for what was written, in the syntax of make."
                ),
                Key(
                    "fileLists",
                    .text,
                    "The folder where to write file lists for a build phase of Xcode."
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
                        "The modules of other outputs whose types the schemas may name."
                    )
                ]
            ),
            Form(
                "budget",
                "What the files of an output may cost; `repogen check` fails where they cost more.",
                [
                    Key(
                        "files",
                        .number(from: 1),
                        "The most files, the check of the runtime's version included."
                    )
                ] + limitKeys("all files together") + [
                    Key(
                        "declaration",
                        .form("limits"),
                        "What each declaration may cost."
                    )
                ]
            ),
            Form(
                "limits",
                "What each declaration of an output may cost.",
                limitKeys("a declaration")
            ),
        ]
    )

    private static func limitKeys(_ subject: String) -> [Key] {
        [
            Key("lines", .number(from: 1), "The most lines of \(subject)."),
            Key("bytes", .number(from: 1), "The most bytes of \(subject)."),
            Key(
                "compile",
                .string("^[1-9][0-9]{0,5} ?(ms|s)$"),
                "The longest estimated time to compile \(subject), in s or ms."
            ),
        ]
    }

    /// The keys that an output has for itself, also where it is the only one.
    static let keysOfOutputs = outputKeys.map(\.name)

    private static let outputKeys = [
        Key(
            "schemas",
            .oneOrMany(.text),
            "The folders or files of the schemas; \(ConfigurationParser.defaultSchemas), where it "
                + "is left out."
        ),
        Key("output", .text, "The folder of the generated files, which is Repogen's own."),
        Key(
            "access",
            .words(ProjectConfiguration.AccessLevel.allCases.map(\.rawValue)),
            "Who may see what is generated; everybody, unless this says otherwise."
        ),
        Key(
            "grouping",
            .words(ProjectConfiguration.Grouping.allCases.map(\.rawValue)),
            "What a file holds: one declaration, unless this says otherwise, or all of one schema file."
        ),
        Key(
            "server",
            .boolean,
            "Whether drafts and patches can also be read, as a server does; by default they cannot."
        ),
        Key(
            "templates",
            .text,
            "The folder of templates that go before the built-in ones of the same names."
        ),
        Key(
            "conforms",
            .oneOrMany(.text),
            "Protocols that every entity, value, enum and union conforms to."
        ),
        Key(
            "module",
            .text,
            "The module that the files are compiled into; the name of the folder in Sources, where it is "
                + "left out."
        ),
        Key("budget", .form("budget"), "What the files may cost; without it, nothing limits that."),
    ]
}
