/// Parses the bytes of an event stream (WHATWG HTML, section 9.2.6).
struct EventParser {
    /// An event whose data is not decoded yet.
    typealias Event = ServerSentEvent<[UInt8]>

    private var bytes: [UInt8] = []
    private var position = 0
    /// The start of the incomplete line.
    private var lineStart = 0
    private var isAtStart = true
    private var skipsLineFeed = false
    private var data: [UInt8] = []
    private var hasData = false
    private var kind = ""
    private var currentID: String?
    /// The ID of the last complete event; nil if none had one.
    private(set) var lastID: String?
    /// The reconnection time, if the server has set one.
    private(set) var retry: Duration?

    /// Whether the server has sent an ID or a reconnection time.
    var invitesReconnection: Bool { lastID?.isEmpty == false || retry != nil }

    /// The number of buffered bytes.
    var count: Int { bytes.count - lineStart + data.count }

    /// Adds bytes.
    mutating func append(_ chunk: some Collection<UInt8>) {
        bytes.removeFirst(lineStart)
        position -= lineStart
        lineStart = 0
        bytes.append(contentsOf: chunk)
    }

    /// Drops an incomplete event at the end of a connection.
    mutating func reset() {
        bytes = []
        position = 0
        lineStart = 0
        isAtStart = true
        skipsLineFeed = false
        currentID = lastID
        clear()
    }

    /// Returns the next complete event; nil if more bytes are needed.
    mutating func next() -> Event? {
        while let line = nextLine() {
            guard line.isEmpty else {
                take(line)
                continue
            }
            lastID = currentID
            defer { clear() }
            guard hasData else { continue }
            return Event(
                data,
                event: kind.isEmpty ? "message" : kind,
                id: lastID?.isEmpty == true ? nil : lastID,
                retry: retry
            )
        }
        return nil
    }

    private mutating func clear() {
        data = []
        hasData = false
        kind = ""
    }

    /// Returns the next line without its line break, which is LF, CR, or both.
    private mutating func nextLine() -> Range<Int>? {
        if isAtStart {
            let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
            guard bytes.count >= mark.count || !mark.starts(with: bytes) else { return nil }
            if bytes.starts(with: mark) { skip(to: mark.count) }
            isAtStart = false
        }
        while position < bytes.count {
            let byte = bytes[position]
            defer { skipsLineFeed = byte == UInt8(ascii: "\r") }
            if byte == UInt8(ascii: "\n"), skipsLineFeed, position == lineStart {
                skip(to: position + 1)
                continue
            }
            guard byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") else {
                position += 1
                continue
            }
            let line = lineStart..<position
            skip(to: position + 1)
            return line
        }
        return nil
    }

    private mutating func skip(to index: Int) {
        position = index
        lineStart = index
    }

    /// Processes a line that is not empty: a field or a comment.
    private mutating func take(_ line: Range<Int>) {
        let colon = bytes[line].firstIndex(of: UInt8(ascii: ":")) ?? line.upperBound
        var value = bytes[min(colon + 1, line.upperBound)..<line.upperBound]
        if value.first == UInt8(ascii: " ") { value.removeFirst() }
        switch String(decoding: bytes[line.lowerBound..<colon], as: UTF8.self) {
        case "data":
            if hasData { data.append(UInt8(ascii: "\n")) }
            hasData = true
            data.append(contentsOf: value)
        case "event":
            kind = String(decoding: value, as: UTF8.self)
        case "id":
            if !value.contains(0) { currentID = String(decoding: value, as: UTF8.self) }
        case "retry":
            let isNumber = value.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }
            if isNumber, let time = Int(String(decoding: value, as: UTF8.self)) {
                // Limited so that the sum of instants cannot overflow.
                retry = .milliseconds(min(time, 86_400_000))
            }
        default: break
        }
    }
}
