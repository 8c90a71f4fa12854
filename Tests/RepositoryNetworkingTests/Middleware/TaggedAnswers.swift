import ExampleServer

/// Returns faults that respond by tag as a server should: with 304 if the tag is current, else 200.
func tagged(
    _ tag: String,
    _ body: String = "{}",
    headers: [String: String] = [:]
) -> @Sendable (ReceivedRequest) -> Fault? {
    { request in
        let headers = headers.merging(["ETag": tag]) { own, _ in own }
        let isKnown = request.headers["if-none-match"] == tag
        return .answer(
            isKnown ? ScriptedAnswer(304, headers: headers) : .json(body, headers: headers)
        )
    }
}
