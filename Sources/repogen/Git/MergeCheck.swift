/// The state of generated files after a merge, according to the manifests and Git.
struct MergeCheck {
    /// The merge in Git.
    let files: MergedFiles
    /// The current manifest.
    private let manifest: Manifest

    /// Examines the folder of a manifest.
    init(_ manifest: Manifest, in folder: OutputFolder) {
        self.manifest = manifest
        files = MergedFiles(in: folder)
    }

    /// Whether Git merged two generated versions into this unlisted file, without any lines added
    /// by hand.
    func explains(_ path: String, _ contents: [UInt8]) -> Bool {
        guard let versions = files.versions(of: path) else { return false }
        let sides = [versions.ours, versions.theirs].compactMap(\.self)
        return sides.allSatisfy { isGenerated($0) } && versions.explain(contents)
    }

    /// The edited version of a side, in an unfinished merge; nil if neither side was edited, or if
    /// it equals the version to write.
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

    /// Whether Repogen wrote these bytes, according to the current manifest or those of both sides:
    /// after the first run following a merge, the current one no longer lists the sides.
    private func isGenerated(_ contents: [UInt8]) -> Bool {
        manifest.has(contents) || files.manifests.contains { $0.has(contents) }
    }
}
