/// The rules for a text that becomes a tree; the identifiers are stable.
package enum YAMLRule: String, CaseIterable, Sendable {
    // MARK: The file

    /// The bytes are neither UTF-8 nor UTF-16 with a byte order mark.
    case invalidEncoding = "invalid-encoding"
    /// The text contains an unescaped control character.
    case controlCharacter = "control-character"
    /// The file is larger than the limit.
    case fileTooLarge = "file-too-large"
    /// A file contains a second document.
    case multipleDocuments = "multiple-documents"

    /// A merge left a conflict in the file.
    case unfinishedMerge = "unfinished-merge"

    // MARK: Syntax

    /// A tab is used for indentation.
    case tabIndentation = "tab-indentation"
    /// The indentation of a line does not match its collection.
    case invalidIndentation = "invalid-indentation"
    /// No collection can start at a `:`, `-` or `?`.
    case unexpectedIndicator = "unexpected-indicator"
    /// Another token was expected.
    case unexpectedContent = "unexpected-content"
    /// A character cannot start a value without quotes.
    case unexpectedCharacter = "unexpected-character"
    /// A key has no `:`.
    case missingColon = "missing-colon"
    /// A quote is never closed.
    case unclosedQuote = "unclosed-quote"
    /// A `[` or `{` is not continued or closed correctly.
    case unclosedBracket = "unclosed-bracket"
    /// An escape in quotes does not exist or denotes no character.
    case invalidEscape = "invalid-escape"
    /// The text after `|` or `>` is not the header of a block scalar.
    case invalidBlockHeader = "invalid-block-header"
    /// A `&` or `*` has no valid name.
    case invalidAnchor = "invalid-anchor"
    /// A tag is malformed, or its handle is not declared.
    case invalidTag = "invalid-tag"
    /// A line that starts with `%` is not a valid directive.
    case invalidDirective = "invalid-directive"
    /// Any other mistake in the syntax of YAML.
    case yamlSyntax = "yaml-syntax"
    /// A mistake in the syntax of JSON.
    case jsonSyntax = "json-syntax"

    // MARK: The tree

    /// A mapping has a key twice.
    case duplicateKey = "duplicate-key"
    /// There is no anchor for an alias before it.
    case undefinedAlias = "undefined-alias"
    /// An alias is inside the node that it refers to.
    case aliasCycle = "alias-cycle"
    /// The value of `<<` is neither a mapping nor a list of mappings.
    case invalidMerge = "invalid-merge"
    /// A value does not match its tag.
    case tagMismatch = "tag-mismatch"

    // MARK: Limits

    /// Collections are nested deeper than the limit.
    case nestingTooDeep = "nesting-too-deep"
    /// The tree is larger than the limit, aliases expanded.
    case tooManyNodes = "too-many-nodes"
    /// A mapping has more keys than the limit.
    case tooManyKeys = "too-many-keys"
}
