/// Recognizes dates.
enum DateForm {
    /// The forms of a text that starts with a digit.
    static func forms(of text: UnsafeBufferPointer<UInt8>) -> TextForms {
        var scanner = Scanner(text)
        guard scanner.day() else { return [] }
        if scanner.isAtEnd { return .day }
        guard scanner.skip("T"), scanner.number(2, upTo: 23), scanner.skip(":"),
            scanner.number(2, upTo: 59), scanner.skip(":"), scanner.number(2, upTo: 59)
        else { return [] }
        if scanner.skip(".") {
            let count = scanner.digits()
            // Digits beyond microseconds would be lost, in distant years those beyond milliseconds.
            guard count > 0, count <= (1933...2068 ~= scanner.year ? 6 : 3) else { return [] }
        }
        if scanner.isAtEnd { return .localInstant }
        if scanner.skip("Z") { return scanner.isAtEnd ? [.instant, .offsetInstant] : [] }
        let offset = scanner.rest
        guard scanner.skip("+") || scanner.skip("-"), scanner.number(2, upTo: 23) else { return [] }
        _ = scanner.skip(":")
        guard scanner.number(2, upTo: 59), scanner.isAtEnd else { return [] }
        let isUTC = offset.dropFirst().allSatisfy {
            $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: ":")
        }
        return isUTC && offset.first == UInt8(ascii: "+")
            ? [.instant, .offsetInstant] : .offsetInstant
    }

    /// Whether a text is an HTTP date (RFC 9110), as the runtime writes it.
    static func isHTTPDate(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        guard text.count == 29 else { return false }
        var scanner = Scanner(text)
        return scanner.dayWithNames() && scanner.skip(" ") && scanner.number(2, upTo: 23)
            && scanner.skip(":") && scanner.number(2, upTo: 59)
            && scanner.skip(":") && scanner.number(2, upTo: 59) && scanner.skip(" ")
            && scanner.word(among: ["GMT"]) > 0 && scanner.isAtEnd
    }

    /// Scans a text from its start.
    private struct Scanner {
        private let text: UnsafeBufferPointer<UInt8>
        private var index = 0
        private var last = 0
        /// The year of the last day.
        private(set) var year = 0

        init(_ text: UnsafeBufferPointer<UInt8>) {
            self.text = text
        }

        var isAtEnd: Bool { index == text.count }

        var rest: Slice<UnsafeBufferPointer<UInt8>> { text[index...] }

        mutating func skip(_ character: Unicode.Scalar) -> Bool {
            guard index < text.count, text[index] == UInt8(ascii: character) else { return false }
            index += 1
            return true
        }

        mutating func digits() -> Int {
            let start = index
            while index < text.count, text[index] >= UInt8(ascii: "0"),
                text[index] <= UInt8(ascii: "9")
            { index += 1 }
            return index - start
        }

        /// Skips a number with a fixed number of digits in a range.
        mutating func number(_ count: Int, from low: Int = 0, upTo high: Int) -> Bool {
            guard index + count <= text.count else { return false }
            var value = 0
            for byte in text[index..<index + count] {
                guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return false }
                value = value * 10 + Int(byte - UInt8(ascii: "0"))
            }
            index += count
            last = value
            return value >= low && value <= high
        }

        /// Skips one of several words of three letters.
        ///
        /// - Returns: Its number, from 1; 0 if none matches.
        mutating func word(among words: [StaticString]) -> Int {
            guard index + 3 <= text.count else { return 0 }
            let position = words.firstIndex { word in
                word.withUTF8Buffer { text[index..<index + 3].elementsEqual($0) }
            }
            index += 3
            return position.map { $0 + 1 } ?? 0
        }

        /// Skips a valid calendar day.
        mutating func day() -> Bool {
            guard number(4, upTo: 9999) else { return false }
            year = last
            guard skip("-"), number(2, from: 1, upTo: 12) else { return false }
            let month = last
            guard skip("-"), number(2, from: 1, upTo: 31) else { return false }
            return last <= dayCount(of: month)
        }

        /// Skips a valid calendar day with its weekday: `Sat, 21 Nov 2026`.
        mutating func dayWithNames() -> Bool {
            let weekday = word(among: ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"])
            guard weekday > 0, skip(","), skip(" "), number(2, from: 1, upTo: 31) else {
                return false
            }
            let day = last
            guard skip(" ") else { return false }
            let month = word(among: [
                "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
            ])
            guard month > 0, skip(" "), number(4, from: 1, upTo: 9999) else { return false }
            year = last
            // Tomohiko Sakamoto's formula; Sunday is 0.
            let shift = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4][month - 1]
            let years = month < 3 ? year - 1 : year
            let found = (years + years / 4 - years / 100 + years / 400 + shift + day) % 7
            return day <= dayCount(of: month) && weekday % 7 == found
        }

        private func dayCount(of month: Int) -> Int {
            let isLeap =
                year.isMultiple(of: 4) && (!year.isMultiple(of: 100) || year.isMultiple(of: 400))
            return switch month {
            case 2: isLeap ? 29 : 28
            case 4, 6, 9, 11: 30
            default: 31
            }
        }
    }
}
