/// A response of JSON lines: one JSON text per line, as a stream of elements.
///
/// The format is https://jsonlines.org, also known as NDJSON. Blank lines are skipped; the last
/// line needs no line break.
public struct JSONLinesResponse<Element: ResponseBody>: StreamedResponse {
    /// The media types in use for the format.
    public static var acceptedMedia: String? {
        "application/jsonl, application/x-ndjson, application/json-lines;q=0.9, */*;q=0.1"
    }

    /// The elements, as they are received.
    public let result: ResponseStream<Element>

    /// Begins to read the stream.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: a stream has no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        result = ResponseStream {
            var lines = StreamedBytes(response)
            var count = 0
            return ResponseStream.AsyncIterator { () async throws(RepositoryError) in
                while true {
                    if let end = lines.index(of: UInt8(ascii: "\n")) {
                        let range = lines.start..<end
                        lines.skip(to: end + 1)
                        if lines.isBlank(range) { continue }
                        count += 1
                        return try lines.element(range, count)
                    }
                    if lines.isEnded {
                        let range = lines.start..<lines.bytes.count
                        lines.skip(to: lines.bytes.count)
                        guard !lines.isBlank(range) else { return nil }
                        return try lines.element(range, count + 1)
                    }
                    try await lines.readMore()
                }
            }
        }
    }
}

/// A response that is a JSON text sequence (RFC 7464), as a stream of elements.
///
/// Each text follows a record separator and ends with a line feed. A text without its end may be
/// truncated, so it is an error; see RFC 7464, section 2.4.
public struct JSONSequenceResponse<Element: ResponseBody>: StreamedResponse {
    /// The media type of the format.
    public static var acceptedMedia: String? {
        "application/json-seq"
    }

    /// The elements, as they are received.
    public let result: ResponseStream<Element>

    /// Begins to read the stream.
    ///
    /// - Parameters:
    ///   - response: The response of the server.
    ///   - path: Not used: a stream has no key paths.
    public init(_ response: NetworkingResponse, at path: JSONKeyPath) {
        let separator: UInt8 = 0x1E
        result = ResponseStream {
            var texts = StreamedBytes(response)
            var count = 0
            return ResponseStream.AsyncIterator { () async throws(RepositoryError) in
                while true {
                    let next = texts.index(of: separator)
                    if next == nil, !texts.isEnded {
                        try await texts.readMore()
                        continue
                    }
                    let range = texts.start..<(next ?? texts.bytes.count)
                    texts.skip(to: next.map { $0 + 1 } ?? texts.bytes.count)
                    guard !texts.isBlank(range) else {
                        if next == nil { return nil }
                        continue
                    }
                    count += 1
                    // By RFC 7464, only these end by themselves.
                    let end = texts.bytes[range.upperBound - 1]
                    guard
                        texts.isBlank(range.upperBound - 1..<range.upperBound)
                            || [UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\"")].contains(
                                end
                            )
                    else {
                        throw response.unreadable("Element \(count) of the sequence has no end.")
                    }
                    return try texts.element(range, count)
                }
            }
        }
    }
}
