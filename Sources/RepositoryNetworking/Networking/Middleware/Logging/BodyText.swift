import Foundation

/// The text of a body for a log: one line of limited length.
struct BodyText {
    private static let largestBody = 256 * 1_024
    private static let longestText = 2_048

    private let showsValues: Bool
    private let hidden: Set<String>
    private var text = ""

    /// Returns the text; nil if nothing should be shown.
    static func of(
        _ body: Data?,
        as bodies: LoggedBodies,
        of api: any APIDefinition.Type
    ) -> String? {
        var hidden = api.redactedKeys ?? []
        let showsValues: Bool
        switch bodies.form {
        case .hidden: return nil
        case .structure: showsValues = false
        case .values(let keys):
            showsValues = api.redactedKeys != nil
            hidden.formUnion(keys)
        }
        guard let body, !body.isEmpty, body.count <= largestBody,
            let json = try? JSON(jsonData: body)
        else {
            return nil
        }
        var text = BodyText(showsValues: showsValues, hidden: Set(hidden.map { $0.lowercased() }))
        text.append(json)
        return text.isFull ? "\(text.text.prefix(longestText))…" : text.text
    }

    private init(showsValues: Bool, hidden: Set<String>) {
        self.showsValues = showsValues
        self.hidden = hidden
    }

    private var isFull: Bool {
        text.utf8.count > Self.longestText
    }

    private mutating func append(_ json: JSON) {
        // The rest would be cut off.
        guard !isFull else { return }
        switch json {
        case .object(let members):
            let hidesValue = patchesHidden(members)
            text += "{"
            for (index, key) in members.keys.sorted().enumerated() where !isFull {
                text += "\(index > 0 ? "," : "")\(Self.literal(.string(key))):"
                if hidden.contains(key.lowercased()) || hidesValue && key == "value" {
                    text += Redacted().description
                } else if let value = members[key] {
                    append(value)
                }
            }
            text += "}"
        case .array(let elements):
            text += "["
            if showsValues {
                for (index, element) in elements.enumerated() where !isFull {
                    text += index > 0 ? "," : ""
                    append(element)
                }
            } else if let first = elements.first {
                // Elements usually have the same structure; the first one represents all.
                text += "\(elements.count) of "
                append(first)
            }
            text += "]"
        case .null: text += "null"
        case .bool: text += showsValues ? Self.literal(json) : "boolean"
        case .number: text += showsValues ? Self.literal(json) : "number"
        case .string: text += showsValues ? Self.literal(json) : "string"
        }
    }

    /// Returns whether an object is an operation of a JSON patch (RFC 6902) on a hidden property.
    private func patchesHidden(_ members: [String: JSON]) -> Bool {
        guard members["op"] != nil, let path = members["path"]?.string else { return false }
        return path.split(separator: "/").contains { token in
            let key = token.replacing("~1", with: "/").replacing("~0", with: "~")
            return hidden.contains(key.lowercased())
        }
    }

    /// Returns JSON with control characters escaped: a value cannot start a new line.
    private static func literal(_ json: JSON) -> String {
        (try? json.jsonData()).map { String(decoding: $0, as: UTF8.self) } ?? "null"
    }
}
