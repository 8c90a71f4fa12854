import SwiftEmitter

/// A generated text that contains its own hash, for files that no manifest lists.
///
/// Files of `generate --contract-tests` are in a folder with other tests, so they have no manifest.
struct SealedText {
    private static let start = "// Repogen replaces this file unless it was edited: "

    /// The text in UTF-8: a line with the hash of all others follows the comment at the start.
    let bytes: [UInt8]

    /// Adds the hash to a text that starts with a comment.
    init(_ text: String) {
        let hash = ContentHash(of: Array(text.utf8))
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let end = lines.firstIndex { !$0.hasPrefix("//") } ?? lines.endIndex
        lines.insert("\(Self.start)\(hash.digits)", at: end)
        bytes = Array(lines.joined(separator: "\n").utf8)
    }

    /// The state of a file that this text would replace.
    ///
    /// - Parameter found: The bytes of the file.
    /// - Returns: Whether its hash is that of its other lines. A file without a hash, of an earlier
    ///   version of Repogen, is untouched if it has the other lines of this text.
    func knowledge(of found: [UInt8]) -> Manifest.Knowledge {
        let (lines, hash) = Self.parts(of: found)
        guard let hash else { return lines == Self.parts(of: bytes).lines ? .untouched : .unknown }
        return hash == ContentHash(of: lines) ? .untouched : .edited
    }

    /// Whether Git merged two untouched files into this one, without any lines added by hand.
    static func isMixture(_ found: [UInt8], of versions: MergedFiles.Versions) -> Bool {
        let sides = [versions.ours, versions.theirs].compactMap(\.self)
        return sides.allSatisfy(isUntouched) && versions.explain(found)
    }

    private static func isUntouched(_ bytes: [UInt8]) -> Bool {
        let (lines, hash) = parts(of: bytes)
        return hash == ContentHash(of: lines)
    }

    /// The bytes without the line of the hash, and the hash; nil if there is no valid one.
    private static func parts(of bytes: [UInt8]) -> (lines: [UInt8], hash: ContentHash?) {
        let bytes = LineEnds.normalized(bytes)
        var lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let index = lines.firstIndex(where: { $0.starts(with: start.utf8) }) else {
            return (bytes, nil)
        }
        let digits = lines.remove(at: index).dropFirst(start.utf8.count)
        let rest = Array(lines.joined(separator: [UInt8(ascii: "\n")]))
        return (rest, ContentHash(digits: String(decoding: digits, as: UTF8.self)))
    }
}
