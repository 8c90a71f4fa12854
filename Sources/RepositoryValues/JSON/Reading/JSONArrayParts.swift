#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The elements of a JSON array, decoded in parts: of a long array, only the bytes are all in
/// memory.
package struct JSONArrayParts: Sendable {
    private let data: Data
    /// The position of the next element; nil before the start.
    private var offset: Int?

    /// Whether the whole text was decoded.
    package private(set) var isAtEnd = false

    /// Creates a decoder of the parts of a text.
    ///
    /// - Parameter data: The text as UTF-8, which contains a single array.
    package init(_ data: Data) {
        self.data = data
    }

    /// Decodes the next elements.
    ///
    /// - Parameter limit: The largest number of elements; at least 1.
    /// - Returns: The elements; fewer than the limit only at the end.
    /// - Throws: ``JSONError`` if the text is not an array, is invalid, or has content after it.
    package mutating func next(_ limit: Int) throws(JSONError) -> [JSON] {
        guard !isAtEnd else { return [] }
        let start = offset
        // The closure of `withUnsafeBytes` cannot say which error it throws.
        let result = data.withUnsafeBytes { buffer -> Result<([JSON], Int?), JSONError> in
            let bytes = buffer.bindMemory(to: UInt8.self)
            do throws(JSONError) {
                return .success(try Self.read(bytes, from: start, limit))
            } catch {
                return .failure(error)
            }
        }
        let elements: [JSON]
        (elements, offset) = try result.get()
        isAtEnd = offset == nil
        return elements
    }

    /// Decodes elements; also returns the position of the next one, nil after the end.
    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from offset: Int?,
        _ limit: Int
    ) throws(JSONError) -> ([JSON], Int?) {
        var reader = try JSONReader(bytes, limits: .standard)
        if let offset {
            reader.scanner.resumeArray(at: offset)
        } else {
            try reader.beginArray()
        }
        var elements: [JSON] = []
        while elements.count < limit {
            guard try reader.nextElement() else {
                try reader.scanner.finish()
                return (elements, nil)
            }
            elements.append(try JSON(from: &reader))
        }
        return (elements, reader.scanner.offset)
    }
}
