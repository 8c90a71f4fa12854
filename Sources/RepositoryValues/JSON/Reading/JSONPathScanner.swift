/// Determines the key path at the end of a prefix of a JSON document.
///
/// It is used only after an error. It accepts any bytes and never fails. A scan that ended before a
/// value can be resumed.
struct JSONPathScanner {
    private enum Frame {
        case array(index: Int)
        case object(key: String?)
    }

    private var frames: [Frame] = []
    private var openings: [Int] = []

    /// The offset at which the scan ended.
    private(set) var offset = 0

    /// The offset of the array or object that was closed last; 0 if there was none.
    private(set) var lastContainer = 0

    /// Starts before the document.
    init() {}

    /// Scans a prefix of a document.
    init(_ text: UnsafeBufferPointer<UInt8>) {
        advance(in: text)
    }

    /// Advances to the end of a longer prefix of the document.
    mutating func advance(in text: UnsafeBufferPointer<UInt8>) {
        while offset < text.count {
            switch text[offset] {
            case UInt8(ascii: "{"):
                frames.append(.object(key: nil))
                openings.append(offset)
            case UInt8(ascii: "["):
                frames.append(.array(index: 0))
                openings.append(offset)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                frames.removeLast(frames.isEmpty ? 0 : 1)
                lastContainer = openings.popLast() ?? 0
            case UInt8(ascii: ","):
                passComma()
            case UInt8(ascii: "\""):
                let length = JSONPathScanner.stringLength(text, from: offset + 1)
                meetString(UnsafeBufferPointer(rebasing: text[(offset + 1)...].prefix(length)))
                offset += length + 1
            default:
                break
            }
            offset += 1
        }
    }

    /// The path at which the scan ended.
    var keyPath: JSONKeyPath {
        JSONKeyPath(
            frames.compactMap { frame in
                switch frame {
                case .array(let index): .index(index)
                case .object(let key): key.map { .key($0) }
                }
            }
        )
    }

    private mutating func passComma() {
        switch frames.last {
        case .array(let index): frames[frames.count - 1] = .array(index: index + 1)
        case .object: frames[frames.count - 1] = .object(key: nil)
        case nil: break
        }
    }

    private mutating func meetString(_ text: UnsafeBufferPointer<UInt8>) {
        // The first string in a member is its key.
        guard case .object(key: nil) = frames.last else { return }
        let key = JSONPathScanner.resolved(text) ?? String(decoding: text, as: UTF8.self)
        frames[frames.count - 1] = .object(key: key)
    }

    /// Returns a string with its escapes resolved; nil if there are none, or an invalid one.
    private static func resolved(_ text: UnsafeBufferPointer<UInt8>) -> String? {
        let terminated = text + [UInt8(ascii: "\"")]
        return terminated.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let scan = JSONText.scan(from: start, to: start + buffer.count)
            guard scan.outcome == .escaped else { return nil }
            return JSONText.unescaped(start, count: scan.position - start)
        }
    }

    /// Returns the number of bytes up to the closing quote, or to the end.
    private static func stringLength(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
        var offset = start
        while offset < text.count, text[offset] != UInt8(ascii: "\"") {
            offset += text[offset] == UInt8(ascii: "\\") ? 2 : 1
        }
        return min(offset, text.count) - start
    }
}
