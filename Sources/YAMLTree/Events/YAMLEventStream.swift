internal import CLibYAML

/// The events of a text, pulled one by one from libyaml.
///
/// Owns the parser and frees it. The parser keeps the address of its reader, so both are objects,
/// which do not move.
final class YAMLEventStream {
    private let parser: UnsafeMutablePointer<yaml_parser_t>
    private let isInitialized: Bool
    private let bytes: [UInt8]
    private var offset = 0

    /// Starts at the beginning of a text in UTF-8 without a byte order mark.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        parser = .allocate(capacity: 1)
        isInitialized = yaml_parser_initialize(parser) == 1
        guard isInitialized else {
            return
        }
        yaml_parser_set_encoding(parser, YAML_UTF8_ENCODING)
        // The parser pulls the bytes from here, so the array need not stay at one address, as it
        // would with a pointer. The stream outlives its parser, hence unretained.
        yaml_parser_set_input(
            parser,
            { stream, buffer, size, count in
                guard let stream, let buffer, let count else {
                    return 0
                }
                let events = Unmanaged<YAMLEventStream>.fromOpaque(stream).takeUnretainedValue()
                count.pointee = events.copyBytes(
                    to: UnsafeMutableRawBufferPointer(start: buffer, count: size)
                )
                return 1
            },
            Unmanaged.passUnretained(self).toOpaque()
        )
    }

    deinit {
        if isInitialized {
            yaml_parser_delete(parser)
        }
        parser.deallocate()
    }

    /// Returns the next event; must not be called after the end of the stream or an error.
    func next() throws(YAMLProblem) -> YAMLEvent {
        guard isInitialized else {
            throw Self.outOfMemory
        }
        var event = yaml_event_t()
        guard yaml_parser_parse(parser, &event) == 1 else {
            throw problem
        }
        defer { yaml_event_delete(&event) }
        return YAMLEvent(event)
    }

    /// Gives libyaml the next bytes, none at the end.
    private func copyBytes(to buffer: UnsafeMutableRawBufferPointer) -> Int {
        let count = min(buffer.count, bytes.count - offset)
        buffer.copyBytes(from: bytes[offset..<(offset + count)])
        offset += count
        return count
    }

    /// The reason why the parser stopped.
    private var problem: YAMLProblem {
        guard parser.pointee.error != YAML_MEMORY_ERROR else {
            return Self.outOfMemory
        }
        let context = parser.pointee.context.map { String(cString: $0) }
        return YAMLProblem(
            problem: parser.pointee.problem.map { String(cString: $0) } ?? "unknown problem",
            mark: YAMLMark(parser.pointee.problem_mark),
            context: context ?? "",
            contextMark: context.map { _ in YAMLMark(parser.pointee.context_mark) }
        )
    }

    private static let outOfMemory = YAMLProblem(
        problem: "out of memory",
        mark: YAMLMark(index: 0, line: 0, column: 0),
        context: ""
    )
}

extension YAMLMark {
    fileprivate init(_ mark: yaml_mark_t) {
        self.init(index: Int(mark.index), line: Int(mark.line), column: Int(mark.column))
    }
}

extension YAMLEvent {
    /// Copies the contents of a libyaml event, which still has to be deleted.
    fileprivate init(_ event: yaml_event_t) {
        let span = YAMLSpan(start: YAMLMark(event.start_mark), end: YAMLMark(event.end_mark))
        switch event.type {
        case YAML_STREAM_START_EVENT:
            self = .streamStart
        case YAML_DOCUMENT_START_EVENT:
            self = .documentStart(span)
        case YAML_DOCUMENT_END_EVENT:
            self = .documentEnd
        case YAML_ALIAS_EVENT:
            self = .alias(event.data.alias.anchor.map { String(cString: $0) } ?? "", span)
        case YAML_SCALAR_EVENT:
            self = .scalar(Scalar(event), span)
        case YAML_SEQUENCE_START_EVENT:
            let start = event.data.sequence_start
            self = .sequenceStart(Properties(anchor: start.anchor, tag: start.tag), span)
        case YAML_MAPPING_START_EVENT:
            let start = event.data.mapping_start
            self = .mappingStart(Properties(anchor: start.anchor, tag: start.tag), span)
        case YAML_SEQUENCE_END_EVENT, YAML_MAPPING_END_EVENT:
            self = .collectionEnd(span)
        default:
            // The end, and the empty event that libyaml returns after it.
            self = .streamEnd
        }
    }
}

extension YAMLEvent.Properties {
    fileprivate init(anchor: UnsafePointer<UInt8>?, tag: UnsafePointer<UInt8>?) {
        self.anchor = anchor.map { String(cString: $0) }
        self.tag = tag.map { String(cString: $0) }
    }
}

extension YAMLEvent.Scalar {
    fileprivate init(_ event: yaml_event_t) {
        let scalar = event.data.scalar
        let bytes = UnsafeBufferPointer(start: scalar.value, count: scalar.length)
        text = String(decoding: bytes, as: UTF8.self)
        style =
            switch scalar.style {
            case YAML_SINGLE_QUOTED_SCALAR_STYLE: .singleQuoted
            case YAML_DOUBLE_QUOTED_SCALAR_STYLE: .doubleQuoted
            case YAML_LITERAL_SCALAR_STYLE: .literal
            case YAML_FOLDED_SCALAR_STYLE: .folded
            default: .plain
            }
        properties = YAMLEvent.Properties(anchor: scalar.anchor, tag: scalar.tag)
        meaning = style == .plain ? CoreSchema.meaning(of: bytes) : .string
    }
}
