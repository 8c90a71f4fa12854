/// An error that a service describes in a response, whatever its format.
public struct ServiceFailure: Hashable, Sendable {
    /// The error of one property.
    public struct Field: Hashable, Sendable {
        /// The key of the property, as the service names it, with dots for nested ones; nil if the
        /// message is about the whole entity.
        public let key: String?
        /// The message.
        public let message: String

        init(key: String?, message: String) {
            self.key = key?.isEmpty == true ? nil : key
            self.message = message
        }
    }

    /// The message of the service; nil if there is none.
    public let message: String?
    /// The error code of the service; nil if there is none.
    public let code: String?
    /// The errors of single properties, in the order of the body, or of the keys.
    public let fields: [Field]

    /// Reads the body of a failure; nil if it contains no error.
    ///
    /// - Parameters:
    ///   - body: The body, which may be anything: an HTML page contains no error.
    ///   - form: The format of errors.
    package init?(_ body: JSON, _ form: Conventions.ErrorForm) {
        let messages = form.message.map { [$0] + form.otherMessages } ?? Self.messagePaths
        message = messages.lazy.compactMap { body.value(at: $0)?.shortText }.first
        let codes = form.code.map { [$0] } ?? Self.codePaths
        code = codes.lazy.compactMap { body.value(at: $0)?.shortText }.first
        fields = Self.fields(in: body, form, except: [message, code])
        if message == nil, code == nil, fields.isEmpty { return nil }
    }

    private static let messagePaths: [JSONKeyPath] = [
        "detail", "message", "error.message", "_error.message", "detail.message",
        "error_description", "error", "title", "errors[0].detail", "errors[0]",
    ]
    private static let codePaths: [JSONKeyPath] = [
        "code", "errno", "error.code", "_error.code", "detail.code", "errors[0].code",
    ]
    private static let fieldPaths: [JSONKeyPath] = [
        "errors", "issues", "_issues", "details", "detail",
    ]
    private static let keyPaths: [JSONKeyPath] = [
        "field", "name", "key", "source.pointer", "source.parameter", "pointer", "location", "loc",
    ]
    private static let fieldMessagePaths: [JSONKeyPath] = [
        "message", "description", "detail", "msg", "code",
    ]
    /// The parts of a request; an error location in FastAPI begins with one of them.
    private static let parts: Set<String> = ["body", "query", "path", "header", "cookie"]

    /// Returns the errors of single properties.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - form: The format of errors.
    ///   - known: Messages about the whole, which are not errors of properties.
    /// - Returns: The errors.
    private static func fields(
        in body: JSON,
        _ form: Conventions.ErrorForm,
        except known: [String?]
    ) -> [Field] {
        guard let path = form.fields else {
            // An object of details may be anything, such as an entity; a detail may be a string.
            let found = fieldPaths.lazy.compactMap { path in
                body.value(at: path).flatMap { found in
                    let isDetail = path == "details" || path == "detail"
                    return isDetail && found.array == nil ? nil : found
                }
            }.first
            return found.map { read($0, form) } ?? []
        }
        guard let found = body.value(at: path) else { return [] }
        guard path.components.isEmpty, let members = found.object else { return read(found, form) }
        let rest = members.filter { $0.value.shortText.map { !known.contains($0) } ?? true }
        return read(.object(rest), form)
    }

    private static func read(_ json: JSON, _ form: Conventions.ErrorForm) -> [Field] {
        switch json {
        case .object(let members):
            members.sorted { $0.key < $1.key }.flatMap { key, value in
                texts(in: value, form).map { Field(key: key, message: $0) }
            }
        case .array(let elements):
            elements.compactMap { element in
                let keys = form.fieldKey.map { [$0] } ?? keyPaths
                let messages = form.fieldMessage.map { [$0] } ?? fieldMessagePaths
                guard
                    let message = messages.lazy.compactMap({ element.value(at: $0)?.shortText })
                        .first
                else { return element.shortText.map { Field(key: nil, message: $0) } }
                let key = keys.lazy.compactMap { element.value(at: $0).flatMap(self.key) }.first
                return Field(key: key, message: message)
            }
        default: []
        }
    }

    /// Returns the last key of a JSON pointer, or of an array of path components; nil if there is
    /// none.
    private static func key(_ json: JSON) -> String? {
        if let steps = json.array {
            let texts = steps.compactMap(\.shortText)
            let isPart = texts.first.map(parts.contains) == true
            return texts.dropFirst(isPart ? 1 : 0).joined(separator: ".")
        }
        // RFC 9457 has pointers as URI fragments.
        guard let text = json.shortText, text.hasPrefix("/") || text.hasPrefix("#/") else {
            return json.shortText
        }
        return text.split(separator: "/").last.map(String.init)
    }

    /// Returns a string, the strings of an array, the message of an object, or the strings of a
    /// nested one: the first hundred, to a depth of eight.
    private static func texts(in value: JSON, _ form: Conventions.ErrorForm) -> [String] {
        var texts: [String] = []
        func add(_ value: JSON, after keys: String, depth: Int) {
            guard texts.count < 100, depth < 8 else { return }
            switch value {
            case .array(let elements):
                for element in elements { add(element, after: keys, depth: depth + 1) }
            case .object(let members):
                if let text = value.value(at: form.fieldMessage ?? "message")?.shortText {
                    texts.append(keys + text)
                } else {
                    for (key, value) in members.sorted(by: { $0.key < $1.key }) {
                        add(value, after: "\(keys)\(key): ", depth: depth + 1)
                    }
                }
            default:
                if let text = value.shortText { texts.append(keys + text) }
            }
        }
        add(value, after: "", depth: 0)
        return texts
    }
}

extension JSON {
    /// A string or a number as a string; nil for anything else, and for the empty string.
    fileprivate var shortText: String? {
        switch self {
        case .string(let text): text.isEmpty ? nil : text
        case .number(let number): number.literal
        default: nil
        }
    }
}
