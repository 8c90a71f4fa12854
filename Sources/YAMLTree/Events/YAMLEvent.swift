/// A place in a text as libyaml counts: everything from 0, in Unicode scalars.
struct YAMLMark: Equatable {
    /// The number of scalars before the place, a byte order mark not counted.
    var index: Int
    /// The number of line breaks before the place, NEL, LS and PS among them.
    var line: Int
    /// The number of scalars before the place in its line.
    var column: Int
}

/// From one mark up to another.
struct YAMLSpan: Equatable {
    var start: YAMLMark
    var end: YAMLMark
}

/// One step through a stream of YAML documents.
enum YAMLEvent {
    /// What may stand before any node.
    struct Properties {
        var anchor: String?
        var tag: String?
    }

    /// A scalar with what its text would mean without quotes and tag.
    struct Scalar {
        var text: String
        var style: YAMLScalar.Style
        var properties: Properties
        /// What the text means by the core schema if the scalar is plain, else a string.
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
    /// The end of a sequence or mapping; the span is empty where nothing is written to end it.
    case collectionEnd(YAMLSpan)
}
