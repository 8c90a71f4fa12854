import Foundation
import SchemaImport
import SchemaInference
import Testing

/// Recordings for tests.
enum SampleRecording {
    /// An entry of a recording.
    static func entry(
        _ method: String,
        _ url: String,
        status: Int = 200,
        sent: String? = nil,
        media: String = "application/json",
        received: String? = nil,
        headers: String = ""
    ) throws -> String {
        let post = try sent.map {
            #","postData":{"mimeType":"\#(media)","text":\#(try quote($0))}"#
        }
        return try entry(
            method,
            url,
            status: status,
            post: post ?? "",
            received: received,
            headers: headers
        )
    }

    /// An entry with a read request and its response.
    ///
    /// - Parameters:
    ///   - path: The path with its query, at `https://a.example.com`.
    ///   - received: The body of the response.
    /// - Returns: The entry.
    /// - Throws: if it cannot be encoded.
    static func get(_ path: String, _ received: String) throws -> String {
        try entry("GET", "https://a.example.com\(path)", received: received)
    }

    /// An entry of a recording that has parsed a form.
    static func entry(
        _ url: String,
        params: [(name: String, value: String)],
        media: String = "application/x-www-form-urlencoded"
    ) throws -> String {
        let list = try params.map { name, value in
            let value = name == "file" ? #""fileName":"a.png""# : #""value":\#(try quote(value))"#
            return #"{"name":\#(try quote(name)),\#(value)}"#
        }
        let post =
            #","postData":{"mimeType":"\#(media)","params":[\#(list.joined(separator: ","))]}"#
        return try entry("POST", url, post: post, received: #"{"ok": true}"#)
    }

    private static func entry(
        _ method: String,
        _ url: String,
        status: Int = 200,
        post: String,
        received: String?,
        headers: String = ""
    ) throws -> String {
        let media = received == nil ? "" : "application/json"
        return #"""
            {"request":{"method":"\#(method)","url":\#(try quote(url)),"headers":[\#(headers)]\#(post)},
            "response":{"status":\#(status),"headers":[],"content":{"mimeType":"\#(media)",
            "text":\#(try quote(received ?? ""))}}}
            """#
    }

    private static func quote(_ text: String) throws -> String {
        String(decoding: try JSONEncoder().encode(text), as: UTF8.self)
    }

    /// The schema inferred from a recording.
    static func infer(_ entries: [String]) throws -> BodyInference.Result {
        let text = #"{"log": {"version": "1.2", "entries": [\#(entries.joined(separator: ","))]}}"#
        let source = BodySource(path: "session.har", bytes: Array(text.utf8))
        return try BodyInference(settings: InferredSchema.settings)
            .infer(bodies: [], recordings: [source])
    }

    /// The schema of a recording, which must be valid.
    static func text(_ entries: [String]) throws -> String {
        let text = SchemaTextWriter().text(for: try infer(entries).schema)
        _ = try InferredSchema.check(text)
        return text
    }
}
