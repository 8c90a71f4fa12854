/// What a merge made of files that Repogen wrote, judged by manifests and by what git knows.
struct MergeCheck {
    /// What git knows.
    let files: MergedFiles
    /// The manifest that is there.
    private let manifest: Manifest

    /// Looks at the folder of a manifest.
    init(_ manifest: Manifest, in folder: OutputFolder) {
        self.manifest = manifest
        files = MergedFiles(in: folder)
    }

    /// Whether a file that the manifest does not know is one that git mixed of two that it does, to
    /// which nobody added a line.
    func explains(_ path: String, _ contents: [UInt8]) -> Bool {
        guard let versions = files.versions(of: path) else { return false }
        let sides = [versions.ours, versions.theirs].compactMap(\.self)
        return sides.count == 2 && sides.allSatisfy { isGenerated($0) }
            && MergedFiles.isMixture(contents, of: sides + [versions.ancestor].compactMap(\.self))
    }

    /// The version of a side, in a merge that is not finished, that somebody edited; nil where nobody did,
    /// or it is what would be written now.
    func editedSide(
        of path: String,
        besides new: [UInt8]
    ) -> (side: MergedFiles.Side, contents: [UInt8])? {
        guard let versions = files.unmerged[path] else { return nil }
        for (side, contents) in [
            (MergedFiles.Side.ours, versions.ours), (.theirs, versions.theirs),
        ] {
            guard let contents, contents != new, !isGenerated(contents)
            else { continue }
            return (side, contents)
        }
        return nil
    }

    /// Whether Repogen wrote these bytes, as the manifest that is there says, or those of both sides do:
    /// when the first run after a merge is over, the former does not know the sides any more.
    private func isGenerated(_ contents: [UInt8]) -> Bool {
        manifest.has(contents) || files.manifests.contains { $0.has(contents) }
    }
}
