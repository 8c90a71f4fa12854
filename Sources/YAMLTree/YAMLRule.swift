/// The rules a text must keep to become a tree; the identifiers are stable.
package enum YAMLRule: String, CaseIterable, Sendable {
    // MARK: The file

    /// The bytes are neither UTF-8 nor UTF-16 with a byte order mark.
    case invalidEncoding = "invalid-encoding"
    /// A control character stands in the text as it is.
    case controlCharacter = "control-character"
    /// The file is larger than the limit.
    case fileTooLarge = "file-too-large"
    /// A file holds a second document.
    case multipleDocuments = "multiple-documents"

    /// A merge left a conflict in the file.
    case unfinishedMerge = "unfinished-merge"

    // MARK: Syntax

    /// A tab stands where YAML indents with spaces.
    case tabIndentation = "tab-indentation"
    /// A line is indented unlike the collection it belongs to.
    case invalidIndentation = "invalid-indentation"
    /// A `:`, `-` or `?` stands where no collection can start.
    case unexpectedIndicator = "unexpected-indicator"
    /// Something stands where something else must.
    case unexpectedContent = "unexpected-content"
    /// A character cannot start a value without quotes.
    case unexpectedCharacter = "unexpected-character"
    /// A key has no `:`.
    case missingColon = "missing-colon"
    /// A quote is never closed.
    case unclosedQuote = "unclosed-quote"
    /// A `[` or `{` is not continued or closed as it should be.
    case unclosedBracket = "unclosed-bracket"
    /// An escape in quotes does not exist or stands for no character.
    case invalidEscape = "invalid-escape"
    /// What follows `|` or `>` is no header of a block of text.
    case invalidBlockHeader = "invalid-block-header"
    /// A `&` or `*` has no proper name.
    case invalidAnchor = "invalid-anchor"
    /// A tag is malformed, or its handle is not declared.
    case invalidTag = "invalid-tag"
    /// A line that starts with `%` is no proper directive.
    case invalidDirective = "invalid-directive"
    /// Any other mistake in the syntax of YAML.
    case yamlSyntax = "yaml-syntax"
    /// A mistake in the syntax of JSON.
    case jsonSyntax = "json-syntax"

    // MARK: The tree

    /// A mapping has a key twice.
    case duplicateKey = "duplicate-key"
    /// An alias names no anchor before it.
    case undefinedAlias = "undefined-alias"
    /// An alias stands inside the node it names.
    case aliasCycle = "alias-cycle"
    /// The value of `<<` is neither a mapping nor a list of mappings.
    case invalidMerge = "invalid-merge"
    /// A value is not what its tag says.
    case tagMismatch = "tag-mismatch"

    // MARK: Limits

    /// Collections are nested deeper than the limit.
    case nestingTooDeep = "nesting-too-deep"
    /// The tree is larger than the limit, aliases expanded.
    case tooManyNodes = "too-many-nodes"
    /// A mapping has more keys than the limit.
    case tooManyKeys = "too-many-keys"
}
