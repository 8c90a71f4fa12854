#if canImport(FoundationEssentials)
package import FoundationEssentials
#else
package import Foundation
#endif

/// A part of a JSON text, found without decoding the rest.
package enum JSONPart {
    /// Returns the text of the value at a key path.
    ///
    /// The whole text is validated, so that a truncated one is an error.
    ///
    /// - Parameters:
    ///   - path: The key path.
    ///   - data: The text as UTF-8.
    /// - Returns: The text of the value; nil if it is missing or null.
    /// - Throws: ``JSONError`` if the text is not JSON.
    package static func text(at path: JSONKeyPath, in data: Data) throws(JSONError) -> Data? {
        guard !path.components.isEmpty else { return data }
        let range = try JSONReader.read(data, limits: .standard) {
            (reader: inout JSONReader) throws(JSONError) in
            try Self.range(at: path.components[...], in: &reader)
        }
        guard let range else { return nil }
        let start = data.startIndex
        return data.subdata(in: start + range.lowerBound..<start + range.upperBound)
    }

    /// Returns the byte range of the value at a path; reads to the end of this value.
    private static func range(
        at path: ArraySlice<JSONKeyPath.Component>,
        in reader: inout JSONReader
    ) throws(JSONError) -> Range<Int>? {
        guard let component = path.first else {
            guard reader.kind != .null else {
                try reader.skipValue()
                return nil
            }
            let start = reader.scanner.offset
            try reader.skipValue()
            return start..<reader.scanner.offset
        }
        var found: Range<Int>?
        switch (component, reader.kind) {
        case (.key(let wanted), .object):
            try reader.beginObject()
            while let key = try reader.nextKey() {
                if key.string == wanted {
                    found = try range(at: path.dropFirst(), in: &reader)
                } else {
                    try reader.skipValue()
                }
            }
        case (.index(let wanted), .array):
            try reader.beginArray()
            var index = 0
            while try reader.nextElement() {
                if index == wanted {
                    found = try range(at: path.dropFirst(), in: &reader)
                } else {
                    try reader.skipValue()
                }
                index += 1
            }
        default:
            try reader.skipValue()
        }
        return found
    }
}
