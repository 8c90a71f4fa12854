import Foundation
import HTTPTypes
import SchemaInference

/// The credentials in a request, so that responses that repeat them are not stored.
struct SentCredentials: Sendable {
    /// Shorter texts may occur in other texts.
    private static let minimumLength = 6

    private var texts: Set<String> = []

    init() {}

    /// Collects the credentials of a request from its header fields, cookies and query.
    init(_ request: MockRequest) {
        for field in request.headerFields {
            switch field.name {
            case .authorization, .proxyAuthorization: addAuthorization(field.value)
            case .cookie:
                for cookie in field.value.split(separator: ";") {
                    add(cookie.drop { $0 != "=" }.dropFirst())
                }
            case let name where Self.isCredential(name.rawName): add(field.value[...])
            default: break
            }
        }
        for item in request.items where Self.isCredential(item.name) { add(item.value[...]) }
    }

    /// Whether a header field or a query parameter contains a credential.
    static func isCredential(_ name: String) -> Bool {
        Secrecy.isCredential(parameter: name) || Secrecy.isCredential(key: name)
    }

    /// Whether a text contains one of the credentials.
    func isIn(_ text: String) -> Bool {
        texts.contains { $0.utf8.count < Self.minimumLength ? text == $0 : text.contains($0) }
    }

    private mutating func addAuthorization(_ value: String) {
        add(value[...])
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2 else { return }
        add(words[1])
        // A user with a password.
        guard let data = Data(base64Encoded: String(words[1])),
            let pair = String(data: data, encoding: .utf8), pair.contains(":")
        else { return }
        add(pair[...])
        add(pair.drop { $0 != ":" }.dropFirst())
    }

    private mutating func add(_ text: Substring) {
        let text = text.filter { !$0.isWhitespace || $0 == " " }
        if !text.isEmpty { texts.insert(text) }
    }
}
