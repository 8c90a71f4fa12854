import SchemaLanguage

/// The files with which a package starts: a configuration, a first schema and the pre-build script.
enum StarterFiles {
    static let configurationPath = ProjectLocator.configurationName
    static let schemaPath = "Schemas/notes.yaml"
    static let scriptPath = "Scripts/generate"
    /// What an editor needs to complete a schema, and the configuration.
    static let editorSchemaPath = ".repogen/schema.json"
    static let editorConfigurationPath = ".repogen/configuration.json"

    /// The line that tells an editor where that is.
    ///
    /// - Parameters:
    ///   - path: Where it is, in the package.
    ///   - file: The file in which the line is, in the package.
    /// - Returns: The line, without its end.
    static func editorLine(_ path: String, in file: String) -> String {
        let way = file.split(separator: "/").dropLast().map { _ in "../" }.joined()
        return "# yaml-language-server: $schema=\(way)\(path)"
    }

    /// The configuration for an output folder.
    static func configuration(output: String) -> String {
        """
        \(editorLine(editorConfigurationPath, in: configurationPath))
        # What `repogen generate` makes of which schemas. Every option of the command line goes before
        # what is said here.

        # A folder, a file, or a list of them. All files in it are one namespace.
        schemas: Schemas

        # A folder of its own: Repogen removes from it what it wrote and no schema gives any more.
        output: \(scalar(output))

        # Who may see what is generated: public, package or internal.
        access: public

        """
    }

    /// A path as YAML; quoted where it could mean something else.
    static func scalar(_ text: String) -> String {
        let isPlain = text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_\/.+-]*/) != nil
        return isPlain ? text : text.jsonLiteral
    }

    /// The first schema at a path, which teaches the language.
    static func schema(at path: String) -> String {
        editorLine(editorSchemaPath, in: path) + "\n" + schema
    }

    private static let schema = """
        # A first schema. `repogen validate` checks it, and `repogen generate` writes the Swift of it. An
        # editor with the YAML language server completes it by the file that the line above names.
        repogen: 1

        # A service: where it is, and how it names things.
        apis:
          Notes:
            doc: The service that keeps notes.
            baseURL: https://notes.example.com/v1
            # How names become keys of JSON: exact (default), snake_case, kebab-case, PascalCase.
            keys: snake_case

        # A text of a closed list; a value that is not in it is kept as it came.
        enums:
          Colour: { cases: [yellow, green, blue] }

        # What has no identity.
        values:
          Problem:
            doc: Why the service refused.
            properties: { title: String }

        # What has an identity. Each becomes a struct with what creates it, `Draft`, and what changes
        # it, `Patch`.
        entities:
          Note:
            doc: Something to remember.
            id: { type: String, key: _id }
            properties:
              # There, and not null.
              text: String
              # A default, for when the key is absent, and in the initialiser.
              pinned: Bool = false
              # There, and may be null.
              colour: Colour?
              # May be absent.
              tags?: [String]
              createdAt: { type: Date, readOnly: true, doc: When the service accepted it. }

        # A request. A name in braces is a parameter of the path.
        endpoints:
          SearchNotes:
            doc: The notes that have a text in them.
            get: /notes/search
            query: { text: String, limit: Int = 20 }
            response: [Note]
            errors: { 400: Problem }

        # What the app sees: a protocol, an implementation and a mock.
        repositories:
          NoteRepository:
            entity: Note
            path: notes
            remote: [create, read, update, patch, delete]
          NoteSearch:
            operations: { search: SearchNotes }

        """

    /// The pre-build script.
    static let script = #"""
        #!/usr/bin/env bash
        # Generates the Swift of the schemas. Run it before a build: where nothing changed it is silent,
        # writes nothing, and takes no time. Written by `repogen init`; it is yours to change.
        set -euo pipefail
        # A path of one's own is meant from where one stands.
        case "${REPOGEN:-}" in '' | /*) ;; *) REPOGEN="$PWD/$REPOGEN" ;; esac
        # `cd` would look into CDPATH first, and print where it went.
        CDPATH= cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." >/dev/null

        # A build phase of Xcode does not look where Homebrew installs.
        PATH="$PATH:/opt/homebrew/bin:/usr/local/bin"
        # When the tool was last built: a build that changes nothing leaves the binary as old as it was.
        stamp=.build/repogen-built

        log() { printf '** %s\n' "$*" >&2; }
        fatal() { printf 'error: %s\n' "$*" >&2; exit 69; }

        # The sources of the tool, where this package depends on it: a checkout, or a folder elsewhere.
        sources() {
            { printf '%s\n' .build/checkouts/*
              sed -n 's|.*"location" : "\(/.*\)".*|\1|p' .build/workspace-state.json 2>/dev/null
            } | while IFS= read -r folder; do
                if [ -d "$folder/Sources/repogen" ]; then printf '%s\n' "$folder"; break; fi
            done || true
        }

        # Whether a binary is there, and no source of it is newer.
        is_fresh() {
            [ -x "$1" ] || return 1
            local folder newest="$1"
            folder="$(sources)"
            [ -d "$folder" ] || return 0
            if [ "$stamp" -nt "$newest" ]; then newest="$stamp"; fi
            [ -z "$(find "$folder/Package.swift" "$folder/Sources" "$folder/Templates" \
                -newer "$newest" -print 2>/dev/null | head -n 1)" ]
        }

        find_tool() {
            tool="${REPOGEN:-}"
            if [ -n "$tool" ]; then
                [ -f "$tool" ] && [ -x "$tool" ] || fatal "REPOGEN is '$tool', which cannot be run"
                return
            fi
            if tool="$(command -v repogen)"; then return; fi
            for tool in .build/release/repogen .build/debug/repogen; do
                if is_fresh "$tool"; then return; fi
            done
            if ! grep -qi repogen Package.swift 2>/dev/null; then
                fatal "there is no repogen: install it, set REPOGEN to its path, or add its package" \
                    "to Package.swift"
            fi
            log "building repogen"
            # Xcode sets the platform of the app; the tool runs here.
            env -u SDKROOT swift build --configuration release --product repogen >&2 \
                || fatal "repogen does not build"
            tool=.build/release/repogen
            touch "$stamp"
        }

        find_tool
        exec "$tool" generate --quiet "$@"

        """#
}
