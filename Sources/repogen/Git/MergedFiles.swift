import Diagnostics
import Foundation

/// The two sides of a merge in an output folder, according to Git.
///
/// The attributes written by Repogen prevent Git from merging generated files line by line: if both
/// sides changed a file, Git keeps one version, and both in its index. The manifest, whose lines
/// Git unites, identifies the files that Repogen wrote; the other version is checked here, as it
/// may have been edited. If other attributes allow line-by-line merges, a file counts as unedited
/// if each line is from one of the sides.
final class MergedFiles {
    /// A side of a merge, by its stage number in the index.
    enum Side: Int {
        case ours = 2
        case theirs = 3
    }

    /// The merged versions of a file, to the extent that they exist.
    struct Versions {
        var ancestor: [UInt8]?
        var ours: [UInt8]?
        var theirs: [UInt8]?
        /// The committed result; nil if the merge is not finished.
        var merged: [UInt8]?

        /// Whether Git merged the two sides into a text without any lines added by hand.
        ///
        /// A text that differs from the only version, or from the committed result, was edited.
        func explain(_ text: [UInt8]) -> Bool {
            guard let ours, let theirs, ours != theirs,
                merged.map({ LineEnds.normalized($0) == LineEnds.normalized(text) }) ?? true
            else { return false }
            return MergedFiles.isMixture(text, of: [ours, theirs] + (ancestor.map { [$0] } ?? []))
        }
    }

    /// The unmerged files that Git expects to be added, by their paths in the output folder.
    let unmerged: [String: Versions]
    /// The manifests of both sides, which list their generated files; empty without a merge.
    lazy var manifests: [Manifest] = makeManifests()
    private let folder: OutputFolder
    private let git: Git
    /// The names of the merged commits; nil without a merge.
    private lazy var sides: Sides? = makeSides()

    /// Queries Git for an output folder; does nothing without a merge.
    init(in folder: OutputFolder) {
        self.folder = folder
        git = Git(folder: folder.path)
        unmerged = Self.isPossible(in: folder) ? Self.unmergedFiles(git) : [:]
    }

    /// Whether a merge, a rebase or a similar operation is in progress; this only checks for a few
    /// files, and is fast.
    static func isPossible(in folder: OutputFolder) -> Bool {
        guard let directory = gitDirectory(above: folder) else { return false }
        let marks = [
            "MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD", "SQUASH_MSG", "rebase-merge",
            "rebase-apply",
        ]
        return marks.contains { DiskFile(directory + "/" + $0).kind != .missing }
    }

    /// The merged versions of a file: of a merge in progress, or of the last commit, if that is a
    /// merge.
    func versions(of path: String) -> Versions? {
        if let versions = unmerged[path] { return versions }
        guard let sides else { return nil }
        return Versions(
            ours: contents(of: path, in: sides.ours),
            theirs: contents(of: path, in: sides.theirs),
            merged: sides.isFinished ? contents(of: path, in: "HEAD") : nil
        )
    }

    private func makeManifests() -> [Manifest] {
        guard let sides else { return [] }
        return [sides.ours, sides.theirs].compactMap {
            contents(of: Manifest.name, in: $0).map(Manifest.init(reading:))
        }
    }

    private typealias Sides = (ours: String, theirs: String, isFinished: Bool)

    private func makeSides() -> Sides? {
        let others = ["MERGE_HEAD", "CHERRY_PICK_HEAD", "REVERT_HEAD^", "REBASE_HEAD"]
        if let theirs = others.first(where: isThere) ?? squashed { return ("HEAD", theirs, false) }
        return isThere("HEAD^2") ? ("HEAD^1", "HEAD^2", true) : nil
    }

    /// The last squashed commit, which Git notes only in its message.
    private var squashed: String? {
        guard let directory = Self.gitDirectory(above: folder),
            let message = try? DiskFile(directory + "/SQUASH_MSG").bytes()
        else { return nil }
        let text = String(decoding: message, as: UTF8.self)
        return text.firstMatch(of: /(?m)^commit ([0-9a-f]+)$/).map { String($0.1) }
    }

    private func isThere(_ revision: String) -> Bool {
        git.run(["rev-parse", "--quiet", "--verify", revision])?.status == 0
    }

    private func contents(of path: String, in revision: String) -> [UInt8]? {
        let answer = git.run(["cat-file", "blob", "\(revision):./\(path)"])
        return answer?.status == 0 ? answer?.output : nil
    }

    /// Whether every line of a text is from one of several others, ignoring conflict markers.
    private static func isMixture(_ text: [UInt8], of others: [[UInt8]]) -> Bool {
        let known = Set(others.flatMap { lines(of: $0) })
        return lines(of: text).allSatisfy { known.contains($0) || MergeConflict.isMark($0) }
    }

    private static func lines(of text: [UInt8]) -> [ArraySlice<UInt8>] {
        LineEnds.normalized(text).split(separator: UInt8(ascii: "\n"))
    }

    /// The Git folder; nil if the output is not in a repository.
    private static func gitDirectory(above folder: OutputFolder) -> String? {
        let path = URL(filePath: folder.path).resolvingSymlinksInPath()
        for ancestor in path.andAncestors {
            let entry = DiskFile(ancestor.appending(path: ".git").path)
            switch entry.kindBehindLinks {
            case .folder: return entry.path
            case .file:
                // For submodules and additional working trees.
                guard let bytes = try? entry.bytes() else { return nil }
                let text = String(decoding: bytes, as: UTF8.self)
                guard text.hasPrefix("gitdir: ") else { return nil }
                let place = text.dropFirst(8).prefix { !$0.isNewline }
                let base = URL(filePath: ancestor.path, directoryHint: .isDirectory)
                return URL(filePath: String(place), relativeTo: base).standardizedFileURL.path
            case .missing, .link, .other: continue
            }
        }
        return nil
    }

    private static func unmergedFiles(_ git: Git) -> [String: Versions] {
        guard let list = git.run(["ls-files", "--unmerged", "-z", "--", "."]), list.status == 0
        else { return [:] }
        var files: [String: Versions] = [:]
        for entry in list.output.split(separator: 0) {
            // `100644 e8823e1766638e70fd9e260913a383f8fe68a237 2<tab>Entities/Message.swift`
            let text = String(decoding: entry, as: UTF8.self)
            guard let tab = text.firstIndex(of: "\t") else { continue }
            let words = text[..<tab].split(separator: " ")
            let path = String(text[text.index(after: tab)...])
            guard words.count == 3, path.hasSuffix(".swift"),
                let blob = git.run(["cat-file", "blob", String(words[1])]), blob.status == 0
            else { continue }
            switch words[2] {
            case "1": files[path, default: Versions()].ancestor = blob.output
            case "2": files[path, default: Versions()].ours = blob.output
            default: files[path, default: Versions()].theirs = blob.output
            }
        }
        return files
    }
}
