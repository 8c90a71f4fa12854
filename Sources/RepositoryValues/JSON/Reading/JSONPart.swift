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
            try reader.range(at: path.components[...])
        }
        guard let range else { return nil }
        let start = data.startIndex
        return data.subdata(in: start + range.lowerBound..<start + range.upperBound)
    }
}

extension JSONReader {
    /// Returns the byte range of the value at a path; reads to the end of this value.
    fileprivate mutating func range(
        at path: ArraySlice<JSONKeyPath.Component>
    ) throws(JSONError) -> Range<Int>? {
        guard let component = path.first else {
            guard kind != .null else {
                try skipValue()
                return nil
            }
            let start = cursor - start
            try skipValue()
            return start..<(cursor - self.start)
        }
        var found: Range<Int>?
        switch (component, kind) {
        case (.key(let wanted), .object):
            try beginObject()
            while let key = try nextKey() {
                if key.string == wanted {
                    found = try range(at: path.dropFirst())
                } else {
                    try skipValue()
                }
            }
        case (.index(let wanted), .array):
            try beginArray()
            var index = 0
            while try nextElement() {
                if index == wanted {
                    found = try range(at: path.dropFirst())
                } else {
                    try skipValue()
                }
                index += 1
            }
        default:
            try skipValue()
        }
        return found
    }
}
