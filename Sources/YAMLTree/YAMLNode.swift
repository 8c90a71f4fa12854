package import Diagnostics

/// A node of a YAML document, with its exact range in the source.
package struct YAMLNode: Hashable, Sendable {
    /// The content of a node.
    package enum Content: Hashable, Sendable {
        /// A scalar and its meaning.
        case scalar(YAMLScalar)
        /// The elements, in order.
        case sequence([YAMLNode])
        /// The pairs, in order; keys are distinct.
        case mapping([YAMLPair])
    }

    /// The content of the node.
    package var content: Content
    /// The range from the first scalar of the node's text to its end, including quotes and
    /// brackets.
    package var range: SourceRange
    /// The explicit tag, resolved (`!!str` is `tag:yaml.org,2002:str`), if there is one.
    package var tag: String?

    /// Makes a node.
    package init(_ content: Content, range: SourceRange, tag: String? = nil) {
        self.content = content
        self.range = range
        self.tag = tag
    }
}

/// A key with its value in a mapping.
package struct YAMLPair: Hashable, Sendable {
    /// The key.
    package var key: YAMLNode
    /// The value.
    package var value: YAMLNode

    /// Makes a pair.
    package init(key: YAMLNode, value: YAMLNode) {
        self.key = key
        self.value = value
    }
}

/// A scalar as written, and its meaning by the core schema of YAML 1.2.
package struct YAMLScalar: Hashable, Sendable {
    /// The notation of a scalar.
    package enum Style: Hashable, Sendable {
        /// Without quotes; the only style whose meaning can be other than a string.
        case plain
        /// Between `'`.
        case singleQuoted
        /// Between `"`.
        case doubleQuoted
        /// A block after `|`.
        case literal
        /// A block after `>`.
        case folded
    }

    /// The meaning of a scalar; numbers keep their text, so nothing is lost.
    package enum Meaning: Hashable, Sendable {
        /// `null`, `~` or no text.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// An integer; the text is in ``YAMLScalar/text``.
        case integer
        /// A number with a fraction or an exponent, `.inf` or `.nan`.
        case float
        /// A string.
        case string
    }

    /// The text, without quotes, escapes resolved.
    package var text: String
    /// The notation.
    package var style: Style
    /// The meaning.
    package var meaning: Meaning

    /// Makes a scalar.
    package init(_ text: String, style: Style, meaning: Meaning) {
        self.text = text
        self.style = style
        self.meaning = meaning
    }
}
