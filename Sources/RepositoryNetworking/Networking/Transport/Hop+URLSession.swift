#if URLSession
import Foundation
import HTTPTypes

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
    /// Creates the request for URLSession.
    ///
    /// - Parameters:
    ///   - hop: The request.
    ///   - timeout: How long the session waits.
    init(_ hop: Hop, timeout: Duration) {
        self.init(url: hop.requestURL)
        httpMethod = hop.method.rawValue
        for field in hop.fields {
            addValue(field.value, forHTTPHeaderField: field.name.rawName)
        }
        httpBody = hop.body
        // `Exchange` measures the time; this is a fallback, in whole seconds.
        timeoutInterval = Double(min(timeout.components.seconds, 86_400) + 1)
    }
}

extension Hop {
    /// The priority of the task, from the urgency in the field `Priority`; nil for the default.
    var taskPriority: Float? {
        switch headers[.priority]?.prefix(3) {
        case "u=0", "u=1", "u=2": URLSessionTask.highPriority
        case "u=4", "u=5", "u=6", "u=7": URLSessionTask.lowPriority
        default: nil
        }
    }
}

extension HTTPResponse {
    /// The status and the header fields of a response of URLSession.
    init(_ response: HTTPURLResponse) {
        let code = (100...999).contains(response.statusCode) ? response.statusCode : 500
        self.init(status: .init(code: code))
        for (name, value) in response.allHeaderFields {
            guard let name = name as? String, let name = HTTPField.Name(name) else {
                continue
            }
            let value = "\(value)"
            for text in name == .setCookie ? Self.cookies(of: value) : [value[...]] {
                headerFields.append(HTTPField(name: name, value: String(text)))
            }
        }
    }

    /// Splits a field with all cookies of a response.
    ///
    /// URLSession joins fields with a comma and a space, but dates contain those, too: a new cookie
    /// begins only where a name and `=` follow.
    private static func cookies(of field: String) -> [Substring] {
        field.split(separator: /, (?=[^=;,\s]+=)/)
    }
}
#endif
