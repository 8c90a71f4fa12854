package import Diagnostics

/// A node of a YAML document, with its exact range in the source.
package struct YAMLNode: Hashable, Sendable {
    /// What a node holds.
    package enum Content: Hashable, Sendable {
        /// A scalar and what it resolves to.
        case scalar(YAMLScalar)
        /// The elements, in order.
        case sequence([YAMLNode])
        /// The pairs, in order; keys are distinct.
        case mapping([YAMLPair])
    }

    /// What the node holds.
    package var content: Content
    /// From the first scalar of the node's text up to its end, quotes and brackets included.
    package var range: SourceRange
    /// The explicit tag, resolved (`!!str` is `tag:yaml.org,2002:str`), where there is one.
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
    /// How a scalar is written.
    package enum Style: Hashable, Sendable {
        /// Without quotes; the only style that can be anything but text.
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

    /// What a scalar means; numbers keep their text, so nothing is lost.
    package enum Meaning: Hashable, Sendable {
        /// `null`, `~` or nothing at all.
        case null
        /// `true` or `false`.
        case bool(Bool)
        /// An integer; the text is in ``YAMLScalar/text``.
        case integer
        /// A number with a fraction or an exponent, `.inf` or `.nan`.
        case float
        /// Text.
        case string
    }

    /// The text, without quotes, escapes resolved.
    package var text: String
    /// How it is written.
    package var style: Style
    /// What it means.
    package var meaning: Meaning

    /// Makes a scalar.
    package init(_ text: String, style: Style, meaning: Meaning) {
        self.text = text
        self.style = style
        self.meaning = meaning
    }
}
