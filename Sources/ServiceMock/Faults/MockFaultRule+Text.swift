import Foundation

extension MockFaultRule {
    /// The reason why a text is not a rule.
    public struct InvalidText: Error, CustomStringConvertible {
        /// The reason, as a sentence.
        public let description: String
    }

    /// The names of faults with their effects.
    public static let words: [(usage: String, meaning: String)] = [
        ("offline", "end the connection without processing the request"),
        ("lose", "process the request, and end the connection before the response"),
        ("cut", "process the request, and end the connection within the body"),
        ("status 503", "respond with a status without processing the request"),
        ("status 429 retry 5", "the same, with Retry-After: 5"),
        ("after 500", "process the request, and respond with a status"),
        ("delay 200ms", "delay the response"),
        ("late 2s", "end the connection, and process the request after a delay"),
        ("twice 1s", "process the request, and once more after a delay"),
    ]

    /// Parses a rule, for example `POST /messages lose 20% 3x`.
    ///
    /// A method and the start of a path may precede the fault; a percentage and a count may follow.
    ///
    /// - Parameter text: The text.
    /// - Throws: ``InvalidText``.
    public init(_ text: String) throws(InvalidText) {
        var words = text.split(whereSeparator: \.isWhitespace).map(String.init)[...]
        var rule = MockFaultRule(.offline)
        let methods: Set = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]
        if let first = words.first, methods.contains(first) {
            rule.method = first
            words = words.dropFirst()
        }
        if let first = words.first, first.hasPrefix("/") {
            rule.path = first
            words = words.dropFirst()
        }
        guard let name = words.popFirst() else {
            throw InvalidText(description: "'\(text)' has no fault; use \(Self.names).")
        }
        rule.fault = try Self.fault(name, &words, in: text)
        for word in words {
            if word.hasSuffix("%"), let share = Double(word.dropLast()), (0...100).contains(share) {
                rule.percent = share
            } else if word.hasSuffix("x"), let times = Int(word.dropLast()), times > 0 {
                rule.times = times
            } else {
                throw InvalidText(
                    description:
                        "'\(word)' in '\(text)' is neither a percentage, for example 20%, nor a "
                        + "count, for example 3x."
                )
            }
        }
        self = rule
    }

    private static var names: String {
        words.map { "'\($0.usage)'" }.joined(separator: ", ")
    }

    private static func fault(
        _ name: String,
        _ words: inout ArraySlice<String>,
        in text: String
    ) throws(InvalidText) -> MockFault {
        func status() throws(InvalidText) -> Int {
            guard let word = words.popFirst(), let status = Int(word),
                (200...599).contains(status)
            else {
                throw InvalidText(
                    description: "'\(name)' in '\(text)' needs a status from 200 to 599."
                )
            }
            return status
        }
        func duration() throws(InvalidText) -> Duration {
            guard let word = words.popFirst(), let duration = Self.duration(word) else {
                throw InvalidText(
                    description: "'\(name)' in '\(text)' needs a duration, for example 200ms or 2s."
                )
            }
            return duration
        }
        switch name {
        case "offline": return .offline
        case "lose": return .loseResponse
        case "cut": return .cutResponse
        case "status":
            let status = try status()
            guard words.first == "retry" else { return .fail(status: status) }
            words = words.dropFirst()
            guard let seconds = words.popFirst().flatMap({ Int($0) }), seconds >= 0 else {
                throw InvalidText(description: "'retry' in '\(text)' needs a number of seconds.")
            }
            return .fail(status: status, retryAfter: seconds)
        case "after": return .failAfterwards(status: try status())
        case "delay": return .delay(try duration())
        case "late": return .late(try duration())
        case "twice": return .repeated(after: try duration(), responds: true)
        default:
            throw InvalidText(description: "'\(name)' is not a fault; use \(names).")
        }
    }

    private static func duration(_ text: String) -> Duration? {
        let isMilliseconds = text.hasSuffix("ms")
        guard isMilliseconds || text.hasSuffix("s"),
            let number = Double(text.dropLast(isMilliseconds ? 2 : 1)), number >= 0,
            number <= 3_600_000
        else { return nil }
        return .milliseconds(isMilliseconds ? number : number * 1_000)
    }

    /// The rule as text, for ``init(_:)``.
    public var text: String {
        var words = [method, path].compactMap(\.self)
        switch fault {
        case .offline: words.append("offline")
        case .loseResponse: words.append("lose")
        case .cutResponse: words.append("cut")
        case .fail(let status, let seconds):
            words.append("status \(status)")
            if let seconds { words.append("retry \(seconds)") }
        case .failAfterwards(let status): words.append("after \(status)")
        case .delay(let duration): words.append("delay \(Self.text(duration))")
        case .late(let duration): words.append("late \(Self.text(duration))")
        case .repeated(let duration, _): words.append("twice \(Self.text(duration))")
        }
        let isWhole = percent == percent.rounded()
        if percent < 100 { words.append(isWhole ? "\(Int(percent))%" : "\(percent)%") }
        if let times { words.append("\(times)x") }
        return words.joined(separator: " ")
    }

    private static func text(_ duration: Duration) -> String {
        let (seconds, rest) = duration.components
        return "\(seconds * 1_000 + rest / 1_000_000_000_000_000)ms"
    }
}
