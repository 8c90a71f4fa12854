import YAMLTree

/// The items of a stream: lines, records or events.
enum StreamedItem {
    /// The fields of an event, one of which is its data.
    private static let fields: Set<String> = ["comment", "data", "event", "id", "retry"]

    /// The schema of a media type; for a stream, that of each item.
    ///
    /// - Parameters:
    ///   - content: The media type object.
    ///   - media: The media type.
    ///   - reading: The documents.
    /// - Returns: The schema; nil if there is none.
    static func schema(
        of content: YAMLNode,
        _ media: String,
        _ reading: inout ReadingContext
    ) -> YAMLNode? {
        let form = MediaChoice.form(of: media)
        guard let schema = content["schema"] else {
            // From version 3.2 on, a stream has the schema of its items.
            let item = content["itemSchema"]
            return form == .events ? item.flatMap(data) : item
        }
        let types = schema["type"].map { $0.text.map { [$0] } ?? $0.elements.compactMap(\.text) }
        guard [.events, .jsonLines, .jsonSequence].contains(form),
            types?.contains("array") ?? true, let item = schema["items"], item.isMapping
        else { return schema }
        // The schema is that of all items together.
        guard form == .events, let event = reading.resolved(item),
            event["properties"]?.pairs.allSatisfy({ fields.contains($0.key.text ?? "") }) == true,
            // The data of an event is text; an object with other data is itself that of the event.
            let text = event["properties"]?["data"],
            text["contentSchema"] != nil
                || text["type"]?.text == "string"
        else { return item }
        return data(of: event) ?? item
    }

    /// The schema of an event's data, if it is more than text.
    private static func data(of event: YAMLNode) -> YAMLNode? {
        let data = event["properties"]?["data"]
        return data?["contentSchema"] ?? data
    }
}
