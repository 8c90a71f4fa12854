import Foundation
import SwiftEmitter

/// A generated file beside what stands in its place.
struct FileComparison: Sendable {
    /// What was found.
    enum Outcome {
        /// The same bytes.
        case same
        /// Nothing.
        case missing(new: [UInt8])
        /// Other bytes.
        case different(old: [UInt8], new: [UInt8])
        /// A link, on the way there or in its place.
        case link(String)
        /// Something that is no file.
        case blocked(OutputPlan.Obstacle.Kind)
    }

    /// The path in the output folder.
    let path: String
    /// The hash of what was generated.
    let newHash: ContentHash
    let outcome: Outcome

    /// Compares a file with what is on disk.
    ///
    /// - Parameters:
    ///   - generated: the file.
    ///   - folder: the output folder.
    ///   - links: the folders that are, or are behind, a link.
    /// - Throws: where the disk refuses to be read.
    init(
        _ generated: GeneratedFile,
        in folder: OutputFolder,
        _ links: [String: String]
    ) throws(ToolError) {
        path = generated.path
        let new = Array(generated.contents.utf8)
        newHash = ContentHash(of: new)
        outcome = try Self.outcome(of: generated.path, new, in: folder, links)
    }

    private static func outcome(
        of path: String,
        _ new: [UInt8],
        in folder: OutputFolder,
        _ links: [String: String]
    ) throws(ToolError) -> Outcome {
        if let slash = path.lastIndex(of: "/"), let link = links[String(path[..<slash])] {
            return .link(link)
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

    /// Arrays compare element by element, which takes several times as long.
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
