import Foundation
import SwiftEmitter

/// A generated file compared with the file on disk.
struct FileComparison: Sendable {
    /// The result.
    enum Outcome {
        /// The same bytes.
        case same
        /// No file.
        case missing(new: [UInt8])
        /// Other bytes.
        case different(old: [UInt8], new: [UInt8])
        /// A link at the path or in a parent folder.
        case link(String)
        /// An item that is not a file.
        case blocked(OutputPlan.Obstacle.Kind)
    }

    /// The path in the output folder.
    let path: String
    /// The hash of the generated file.
    let newHash: ContentHash
    let outcome: Outcome

    /// Compares a file with the one on disk.
    ///
    /// - Parameters:
    ///   - generated: the file.
    ///   - folder: the output folder.
    ///   - links: the folders that are, or are behind, a link.
    ///   - missing: the folders that are not there.
    /// - Throws: where the disk refuses to be read.
    init(
        _ generated: GeneratedFile,
        in folder: OutputFolder,
        _ links: [String: String],
        missing: Set<String>
    ) throws(ToolError) {
        path = generated.path
        let new = generated.bytes
        newHash = ContentHash(of: new)
        outcome = try Self.outcome(of: generated.path, new, in: folder, links, missing)
    }

    private static func outcome(
        of path: String,
        _ new: [UInt8],
        in folder: OutputFolder,
        _ links: [String: String],
        _ missing: Set<String>
    ) throws(ToolError) -> Outcome {
        if let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) {
            let parent = String(path[..<slash])
            if let link = links[parent] { return .link(link) }
            if missing.contains(parent) { return .missing(new: new) }
        }
        let file = folder.file(path)
        switch try file.knownKind() {
        case .missing: return .missing(new: new)
        case .link: return .link(path)
        case .folder: return .blocked(.folder)
        case .other(let noun): return .blocked(.special(noun))
        case .file: break
        }
        let old = try file.bytes()
        return Self.areEqual(old, new) ? .same : .different(old: old, new: new)
    }

    /// Comparing arrays goes element by element, which is several times slower.
    private static func areEqual(_ old: [UInt8], _ new: [UInt8]) -> Bool {
        guard old.count == new.count else { return false }
        return old.withUnsafeBytes { old in
            new.withUnsafeBytes { new in
                guard let start = old.baseAddress, let other = new.baseAddress else { return true }
                return memcmp(start, other, old.count) == 0
            }
        }
    }
}
