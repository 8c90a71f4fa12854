#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// The elements of a JSON array, some at a time: a long one is never all in memory but as bytes.
package struct JSONArrayParts: Sendable {
    private let data: Data
    /// Where the next element is looked for; nil before the array begins.
    private var offset: Int?

    /// Whether the whole text was read.
    package private(set) var isAtEnd = false

    /// Begins to read a text.
    ///
    /// - Parameter data: The text as UTF-8, which is one array.
    package init(_ data: Data) {
        self.data = data
    }

    /// Reads the next elements.
    ///
    /// - Parameter limit: How many at most; 1 at least.
    /// - Returns: The elements; fewer than the limit at the end only.
    /// - Throws: ``JSONError`` where the text is no array, is damaged, or has something behind it.
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

    /// Reads elements; also gives where the next one is looked for, nil behind the end.
    private static func read(
        _ bytes: UnsafeBufferPointer<UInt8>,
        from offset: Int?,
        _ limit: Int
    ) throws(JSONError) -> ([JSON], Int?) {
        var reader = try JSONReader(bytes, limits: .standard)
        if let offset {
            reader.resumeArray(at: offset)
        } else {
            try reader.beginArray()
        }
        var elements: [JSON] = []
        while elements.count < limit {
            guard try reader.nextElement() else {
                try reader.finish()
                return (elements, nil)
            }
            elements.append(try JSON(from: &reader))
        }
        return (elements, reader.offset)
    }
}

extension JSONReader {
    /// How many bytes the reader has read.
    fileprivate var offset: Int { cursor - start }

    /// Goes on behind an element of the array that is the whole text.
    fileprivate mutating func resumeArray(at offset: Int) {
        cursor = start + offset
        depth = 1
        expectsComma = true
    }
}
