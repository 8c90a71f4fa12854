/// The common forms of all strings at a path.
///
/// The forms of several strings are those that each of them has, so joining is an intersection.
struct TextForms: OptionSet, Hashable, Sendable {
    let rawValue: UInt16

    /// An instant in UTC: `2026-11-21T02:06:32Z`.
    static let instant = TextForms(rawValue: 1 << 0)
    /// An instant with any offset: `2026-11-21T02:06:32+01:00`.
    static let offsetInstant = TextForms(rawValue: 1 << 1)
    /// A date and a time without a zone: `2026-11-21T02:06:32`.
    static let localInstant = TextForms(rawValue: 1 << 2)
    /// A day: `2026-11-21`.
    static let day = TextForms(rawValue: 1 << 3)
    /// A date of HTTP: `Sat, 21 Nov 2026 02:06:32 GMT`.
    static let httpDate = TextForms(rawValue: 1 << 4)
    /// A UUID in lower case.
    static let uuid = TextForms(rawValue: 1 << 5)
    /// A UUID in any case.
    static let anyUUID = TextForms(rawValue: 1 << 6)
    /// An absolute HTTP URL.
    static let url = TextForms(rawValue: 1 << 7)
    /// An integer in canonical form.
    static let integer = TextForms(rawValue: 1 << 8)
    /// A number, possibly with a fraction.
    static let decimal = TextForms(rawValue: 1 << 9)
    /// `true` or `false`.
    static let bool = TextForms(rawValue: 1 << 10)
    /// A word that can be the case of an enum.
    static let word = TextForms(rawValue: 1 << 11)

    /// All forms, for no strings yet.
    static let all = TextForms(rawValue: (1 << 12) - 1)
}

extension TextForms {
    /// The forms of a string, among those still possible.
    init(of text: UnsafeBufferPointer<UInt8>, among candidates: TextForms) {
        self = []
        guard !candidates.isEmpty, let first = text.first else { return }
        if candidates.contains(.url), first == UInt8(ascii: "h") || first == UInt8(ascii: "H"),
            URLForm.isMatch(text)
        {
            insert(.url)
        }
        guard text.count <= 48 else { return }
        if candidates.contains(.word), text.allSatisfy(Self.isWordPart) { insert(.word) }
        let isDigit = first >= UInt8(ascii: "0") && first <= UInt8(ascii: "9")
        if isDigit || first == UInt8(ascii: "-") { insertNumbers(text, candidates) }
        if isDigit, candidates.mayBeDate { formUnion(DateForm.forms(of: text)) }
        if candidates.contains(.httpDate), DateForm.isHTTPDate(text) { insert(.httpDate) }
        if text.count == 36, candidates.contains(.anyUUID) { insertUUID(text) }
        if candidates.contains(.bool),
            text.elementsEqual("true".utf8)
                || text.elementsEqual("false".utf8)
        {
            insert(.bool)
        }
        formIntersection(candidates)
    }

    private var mayBeDate: Bool {
        !isDisjoint(with: [.instant, .offsetInstant, .localInstant, .day])
    }

    private mutating func insertNumbers(
        _ text: UnsafeBufferPointer<UInt8>,
        _ candidates: TextForms
    ) {
        guard candidates.contains(.decimal) else { return }
        let number = DecimalDigits(text)
        // Without an exponent and leading zeros, which amounts never have.
        guard JSONNumberText.form(of: text) != nil, number.digitCount <= 38,
            !text.contains(where: { $0 | 0x20 == UInt8(ascii: "e") })
        else { return }
        let isNegativeZero = first(text) == UInt8(ascii: "-") && number.isZero
        guard !isNegativeZero else { return }
        insert(.decimal)
        if !text.contains(UInt8(ascii: ".")), number.digitCount <= 18 { insert(.integer) }
    }

    private func first(_ text: UnsafeBufferPointer<UInt8>) -> UInt8? { text.first }

    private mutating func insertUUID(_ text: UnsafeBufferPointer<UInt8>) {
        var isLower = true
        for (index, byte) in text.enumerated() {
            switch index {
            case 8, 13, 18, 23:
                guard byte == UInt8(ascii: "-") else { return }
            default:
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"):
                    break
                case UInt8(ascii: "A")...UInt8(ascii: "F"): isLower = false
                default: return
                }
            }
        }
        insert(.anyUUID)
        if isLower { insert(.uuid) }
    }

    private static func isWordPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "_"), UInt8(ascii: "-"),
            UInt8(ascii: "."), UInt8(ascii: ":"), UInt8(ascii: "/"), UInt8(ascii: " "),
            UInt8(ascii: "+"):
            true
        default: false
        }
    }
}

/// Absolute HTTP URLs that `URL` preserves exactly.
enum URLForm {
    static func isMatch(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        let host: Int
        if text.starts(with: "https://".utf8) {
            host = 8
        } else if text.starts(with: "http://".utf8) {
            host = 7
        } else {
            return false
        }
        guard text.count > host, text.count <= 4096 else { return false }
        var index = host
        var isHost = true
        var isPort = false
        while index < text.count {
            let byte = text[index]
            if isHost {
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"): break
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "."), UInt8(ascii: "-"):
                    if isPort { return false }
                case UInt8(ascii: ":"):
                    if isPort || index == host { return false }
                    isPort = true
                case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"):
                    if index == host || text[index - 1] == UInt8(ascii: ":") { return false }
                    isHost = false
                default: return false
                }
            } else if byte == UInt8(ascii: "%") {
                guard index + 2 < text.count, isHex(text[index + 1]), isHex(text[index + 2]) else {
                    return false
                }
            } else if !isPathPart(byte) {
                return false
            }
            index += 1
        }
        // At most one '#', and none at the end of a host.
        return text.lazy.filter { $0 == UInt8(ascii: "#") }.count <= 1
            && !(isHost && text[text.count - 1] == UInt8(ascii: ":"))
    }

    private static func isHex(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    private static func isPathPart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"):
            true
        default: "-._~:/?#@!$&'()*+,;=".utf8.contains(byte)
        }
    }
}
