import Parallelism

extension OutputFolder {
    /// Whether every file in a manifest is unchanged, and no others need attention.
    func isExactly(_ manifest: Manifest) -> Bool {
        let paths = Array(manifest.paths)
        guard paths.allSatisfy(Self.holds), (try? links(onTheWayTo: paths))?.isEmpty == true,
            file(GitAttributes.name).kind != .missing,
            let found = try? files()
        else { return false }
        let others = found.filter { manifest[$0] == nil && $0 != Manifest.name }
        guard
            !others.contains(where: {
                $0.hasSuffix(".swift") || $0.hasSuffix(DiskFile.temporarySuffix)
            })
        else { return false }
        return !paths.concurrentMap { isExactly($0, as: manifest[$0]) }.contains(false)
    }

    private func isExactly(_ path: String, as hashes: Set<ContentHash>?) -> Bool {
        guard let bytes = file(path).plainBytes else { return false }
        if hashes == [ContentHash(of: bytes)] { return true }
        // The user's own settings for Git stay, except for line endings.
        return path == GitAttributes.name
            && hashes?.contains(ContentHash(of: LineEnds.normalized(bytes))) == false
    }
}
