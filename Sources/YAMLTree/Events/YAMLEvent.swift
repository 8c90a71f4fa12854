/// A position in a text as libyaml counts: everything from 0, in Unicode scalars.
struct YAMLMark: Equatable {
    /// The number of scalars before the position, without a byte order mark.
    var index: Int
    /// The number of line breaks before the position, including NEL, LS and PS.
    var line: Int
    /// The number of scalars before the position in its line.
    var column: Int
}

/// From one mark up to another.
struct YAMLSpan: Equatable {
    var start: YAMLMark
    var end: YAMLMark
}

/// One step through a stream of YAML documents.
enum YAMLEvent {
    /// The anchor and the tag, which can precede any node.
    struct Properties {
        var anchor: String?
        var tag: String?
    }

    /// A scalar with the meaning that its text has without quotes and tag.
    struct Scalar {
        var text: String
        var style: YAMLScalar.Style
        var properties: Properties
        /// The meaning by the core schema if the scalar is plain, else a string.
        var meaning: YAMLScalar.Meaning
    }

    case streamStart
    case streamEnd
    case documentStart(YAMLSpan)
    case documentEnd
    case alias(String, YAMLSpan)
    case scalar(Scalar, YAMLSpan)
    case sequenceStart(Properties, YAMLSpan)
    case mappingStart(Properties, YAMLSpan)
    /// The end of a sequence or mapping; the span is empty if no character ends it.
    case collectionEnd(YAMLSpan)
}
