import ExampleServer
import Foundation
import HTTPTypes
import RepositoryRuntime
import Testing

/// A deviation of a service from its schema, and the line of the schema where it must be found.
struct PlantedDifference: Sendable, CustomTestStringConvertible {
    /// The name of the schema and of the real server.
    let service: String
    /// The deviation.
    let testDescription: String
    /// A text that occurs only on this line of the schema.
    let line: String
    let lie: Lie
    /// The repository or the endpoint that is affected.
    let name: String

    init(_ service: String, _ name: String, _ description: String, at line: String, _ lie: Lie) {
        self.service = service
        self.name = name
        testDescription = "\(service), \(name): \(description)"
        self.line = line
        self.lie = lie
    }
}

extension Lie {
    /// Changes bodies of successful responses.
    static func body(
        _ method: String? = nil,
        _ part: String = "",
        _ change: @escaping @Sendable (inout JSON) -> Void
    ) -> Lie {
        Lie(response: { request, answer in
            guard method == nil || request.method == method,
                part.isEmpty || request.path.contains(part),
                (200..<300).contains(answer.status)
            else { return }
            answer.edit(change)
        })
    }

    /// Changes all objects with a key in bodies of successful responses.
    static func objects(
        _ key: String,
        in part: String = "",
        _ change: @escaping @Sendable (inout JSON) -> Void
    ) -> Lie {
        body(nil, part) { $0.forEach(with: key, change) }
    }

    /// Ignores a query parameter.
    static func ignoring(_ parameter: String, in part: String = "") -> Lie {
        Lie(request: { request in
            if part.isEmpty || request.path.contains(part) { request.drop(parameter) }
            return nil
        })
    }

    /// Ignores query parameters with matching names.
    static func ignoring(where fits: @escaping @Sendable (String) -> Bool) -> Lie {
        Lie(request: { request in
            let names = request.query.split(separator: "&").compactMap { item in
                item.prefix { $0 != "=" }.removingPercentEncoding
            }
            for name in names where fits(name) { request.drop(name) }
            return nil
        })
    }

    /// Ignores a header field.
    static func ignoring(header name: String) -> Lie {
        Lie(request: { request in
            if let name = HTTPField.Name(name) { request.fields[name] = nil }
            return nil
        })
    }

    /// Omits a header field.
    static func without(header name: String) -> Lie {
        Lie(response: { _, answer in answer.drop(name) })
    }

    /// Reports success for a method without doing anything.
    static func idle(_ method: String, _ body: String) -> Lie {
        Lie(request: { request in
            guard request.method == method else { return nil }
            return ScriptedAnswer.json(body)
        })
    }

    /// Changes the status of errors.
    static func status(_ status: Int, insteadOf other: Int, _ body: String) -> Lie {
        Lie(response: { _, answer in
            if answer.status == other { answer = .json(body, status: status) }
        })
    }

    /// Changes the bodies of errors.
    static func failures(_ change: @escaping @Sendable (inout JSON) -> Void) -> Lie {
        Lie(response: { _, answer in if answer.status >= 400 { answer.edit(change) } })
    }

    /// Changes the media type.
    static func media(_ type: String, in part: String = "") -> Lie {
        Lie(response: { request, answer in
            guard part.isEmpty || request.path.contains(part) else { return }
            answer.drop("Content-Type")
            answer.headers["Content-Type"] = type
        })
    }
}
