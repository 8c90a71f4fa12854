import Foundation

/// A body in the form `a=1&b[c]=2&d[0]=3`, as a service reads it: all values are texts.
enum FormBody {
    /// The members: a text, an object of texts, or an array of texts each.
    static func members(_ body: Data) -> [String: Any] {
        var members: [String: Any] = [:]
        for field in String(decoding: body, as: UTF8.self).split(separator: "&") {
            let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = decoded(parts[0])
            let value = parts.count > 1 ? decoded(parts[1]) : ""
            guard let open = name.firstIndex(of: "["), name.hasSuffix("]") else {
                members[name] = value
                continue
            }
            let outer = String(name[..<open])
            let inner = String(name[name.index(after: open)...].dropLast())
            if inner.isEmpty || Int(inner) != nil {
                members[outer] = (members[outer] as? [Any] ?? []) + [value]
            } else {
                var object = members[outer] as? [String: Any] ?? [:]
                object[inner] = value
                members[outer] = object
            }
        }
        return members
    }

    private static func decoded(_ text: Substring) -> String {
        let spaced = text.replacingOccurrences(of: "+", with: " ")
        return spaced.removingPercentEncoding ?? spaced
    }
}
