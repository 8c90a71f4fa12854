import SchemaLanguage

/// The first files of a project: a configuration, a first schema and a build script.
enum StarterFiles {
    static let configurationPath = ProjectLocator.configurationName
    static let schemaPath = "Schemas/notes.yaml"
    static let scriptPath = "Scripts/generate"
    /// The JSON Schemas for editors, of schemas and of the configuration.
    static let editorSchemaPath = ".repogen/schema.json"
    static let editorConfigurationPath = ".repogen/configuration.json"

    /// The line that refers an editor to a JSON Schema.
    ///
    /// - Parameters:
    ///   - path: The path of the JSON Schema in the package.
    ///   - file: The path of the file with the line.
    /// - Returns: The line, without a line break.
    static func editorLine(_ path: String, in file: String) -> String {
        let way = file.split(separator: "/").dropLast().map { _ in "../" }.joined()
        return "# yaml-language-server: $schema=\(way)\(path)"
    }

    /// The configuration for an output folder.
    static func configuration(output: String) -> String {
        """
        \(editorLine(editorConfigurationPath, in: configurationPath))
        # The inputs and outputs of `repogen generate`. Command-line options override these settings.

        # A folder, a file, or a list of them. All their files share one namespace.
        schemas: Schemas

        # A separate folder: Repogen deletes generated files that no schema produces anymore.
        output: \(scalar(output))

        # The access level of generated code: public, package or internal.
        access: public

        """
    }

    /// A path as YAML, quoted if necessary.
    static func scalar(_ text: String) -> String {
        let isPlain = text.wholeMatch(of: /[A-Za-z][A-Za-z0-9_\/.+-]*/) != nil
        return isPlain ? text : text.jsonLiteral
    }

    /// The first schema for a path, which shows the language.
    static func schema(at path: String) -> String {
        editorLine(editorSchemaPath, in: path) + "\n" + schema
    }

    private static let schema = """
        # A first schema. `repogen validate` checks it, and `repogen generate` generates its Swift code.
        # Editors with the YAML language server use the file in the line above for completion.
        repogen: 1

        # A service: its URL and its naming.
        apis:
          Notes:
            doc: The service that keeps notes.
            baseURL: https://notes.example.com/v1
            # The style of JSON keys: exact (default), snake_case, kebab-case, PascalCase.
            keys: snake_case

        # A string with known values; unknown values are preserved.
        enums:
          Colour: { cases: [yellow, green, blue] }

        # Types without identity.
        values:
          Problem:
            doc: The reason for an error.
            properties: { title: String }

        # Types with identity. Each becomes a struct with a `Draft` for creating it and a `Patch` for
        # changing it.
        entities:
          Note:
            doc: Something to remember.
            id: { type: String, key: _id }
            properties:
              # Required, not null.
              text: String
              # The default if the key is missing, and in the initializer.
              pinned: Bool = false
              # Required, may be null.
              colour: Colour?
              # Optional.
              tags?: [String]
              createdAt: { type: Date, readOnly: true, doc: The time of creation. }

        # A request. A name in braces is a parameter of the path.
        endpoints:
          SearchNotes:
            doc: The notes that contain a text.
            get: /notes/search
            query: { text: String, limit: Int = 20 }
            response: [Note]
            errors: { 400: Problem }

        # The API for the app: a protocol, an implementation and a mock.
        repositories:
          NoteRepository:
            entity: Note
            path: notes
            remote: [create, read, update, patch, delete]
          NoteSearch:
            operations: { search: SearchNotes }

        """

    /// The build script.
    static let script = #"""
        #!/usr/bin/env bash
        # Generates Swift code from the schemas. Run it before each build: without changes, it is silent
        # and fast, and writes nothing. Written by `repogen init`; edit it as you like.
        set -euo pipefail
        # A relative path is relative to the working directory of the caller.
        case "${REPOGEN:-}" in '' | /*) ;; *) REPOGEN="$PWD/$REPOGEN" ;; esac
        # With CDPATH set, `cd` could go elsewhere, and would print the folder.
        CDPATH= cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." >/dev/null

        # The PATH of an Xcode build phase lacks the folders of Homebrew.
        PATH="$PATH:/opt/homebrew/bin:/usr/local/bin"
        # The time of the last build: a build without changes does not update the binary.
        stamp=.build/repogen-built

        log() { printf '** %s\n' "$*" >&2; }
        fatal() { printf 'error: %s\n' "$*" >&2; exit 69; }

        # The sources of the tool, if this package depends on it: a checkout, or a local folder.
        sources() {
            { printf '%s\n' .build/checkouts/*
              sed -n 's|.*"location" : "\(/.*\)".*|\1|p' .build/workspace-state.json 2>/dev/null
            } | while IFS= read -r folder; do
                if [ -d "$folder/Sources/repogen" ]; then printf '%s\n' "$folder"; break; fi
            done || true
        }

        # Whether a binary exists and is newer than its sources.
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
                [ -f "$tool" ] && [ -x "$tool" ] || fatal "REPOGEN is '$tool', which is not executable"
                return
            fi
            if tool="$(command -v repogen)"; then return; fi
            for tool in .build/release/repogen .build/debug/repogen; do
                if is_fresh "$tool"; then return; fi
            done
            if ! grep -qi repogen Package.swift 2>/dev/null; then
                fatal "repogen was not found: install it, set REPOGEN to its path, or add its package" \
                    "to Package.swift"
            fi
            log "building repogen"
            # Xcode sets the SDK of the app, but the tool runs on this machine.
            env -u SDKROOT swift build --configuration release --product repogen >&2 \
                || fatal "building repogen failed"
            tool=.build/release/repogen
            touch "$stamp"
        }

        find_tool
        exec "$tool" generate --quiet "$@"

        """#
}
