import Parallelism
import SwiftEmitter

/// Compares the generated files with an output folder.
///
/// No hand-written text is ever lost: a file is replaced or deleted only if the manifest lists it
/// and it was not edited since.
struct OutputPlanner {
    /// Whether edited files are replaced, too.
    var overwritesEdited = false
    /// Whether only some files of the output are given: then no file is deleted.
    var isPartial = false

    private struct Comparison {
        var changes: [OutputPlan.Change] = []
        var unchanged: [String] = []
        var obstacles: [OutputPlan.Obstacle] = []
        var leftovers: [OutputPlan.Leftover] = []
        var temporaries: [String] = []
        var manifest = Manifest(hashes: [:])
        /// The merge in progress, if any.
        let merge: MergeCheck
    }

    /// Plans the changes of a folder.
    ///
    /// - Throws: if the folder cannot be read.
    func plan(_ files: [GeneratedFile], in folder: OutputFolder) throws(ToolError) -> OutputPlan {
        try folder.requireFolder()
        let before = try manifest(in: folder)
        let merge = MergeCheck(before, in: folder)
        var comparison = Comparison(merge: merge)
        for file in files where !OutputFolder.holds(file.path) {
            throw .disk("'\(file.path)' is outside of '\(folder.path)'")
        }
        let ways = try folder.ways(to: files.map(\.path))
        let found = try files.concurrentMap { file throws(ToolError) in
            try FileComparison(file, in: folder, ways.links, missing: ways.missing)
        }
        for file in found { add(file, before, &comparison) }
        if !overwritesEdited {
            addEditedSides(of: files, &comparison)
        }
        if isPartial {
            comparison.manifest = before.replacing(with: comparison.manifest)
        } else {
            try compareAttributes(in: folder, before, &comparison)
            try findStale(Set(files.map(\.path)), in: folder, before, &comparison)
        }
        let manifestBytes = comparison.manifest.bytes
        // One that is whole is on disk as it would be written.
        if before.isWhole, before == comparison.manifest {
            comparison.unchanged.append(Manifest.name)
        } else {
            try compareManifest(manifestBytes, in: folder, &comparison)
        }
        return OutputPlan(
            folder: folder,
            changes: comparison.changes.sorted { $0.path < $1.path },
            unchanged: comparison.unchanged,
            obstacles: comparison.obstacles,
            leftovers: comparison.leftovers,
            temporaries: comparison.temporaries,
            isInMerge: !merge.files.unmerged.isEmpty,
            manifestBefore: before,
            manifestAfter: comparison.manifest,
            manifestBytes: manifestBytes
        )
    }

    private func manifest(in folder: OutputFolder) throws(ToolError) -> Manifest {
        let file = folder.file(Manifest.name)
        guard try file.knownKind() == .file else { return Manifest() }
        return Manifest(reading: try file.bytes())
    }

    private func add(
        _ file: FileComparison,
        _ before: Manifest,
        _ comparison: inout Comparison
    ) {
        let path = file.path
        comparison.manifest[path] = [file.newHash]
        switch file.outcome {
        case .same: comparison.unchanged.append(path)
        case .missing(let new):
            comparison.changes.append(OutputPlan.Change(path: path, kind: .create(new)))
        case .link(let link):
            // Several files may be reached through the same link.
            guard !comparison.obstacles.contains(where: { $0.path == link }) else { return }
            comparison.obstacles.append(OutputPlan.Obstacle(path: link, kind: .link))
        case .blocked(let kind):
            comparison.obstacles.append(OutputPlan.Obstacle(path: path, kind: kind))
        case .different(let old, let new):
            var change = OutputPlan.Change(path: path, kind: .update(old: old, new: new))
            switch before.knowledge(of: path, old) {
            case .unknown where !Self.isGenerated(old):
                comparison.obstacles.append(OutputPlan.Obstacle(path: path, kind: .foreign))
            case .edited where comparison.merge.explains(path, old):
                comparison.changes.append(change)
            case .edited where !overwritesEdited:
                let kind = OutputPlan.Obstacle.Kind.edited(
                    old: old,
                    new: new,
                    isWrittenAsBefore: before[path] == [file.newHash]
                )
                comparison.obstacles.append(OutputPlan.Obstacle(path: path, kind: kind))
            case .unknown where !overwritesEdited:
                let kind = OutputPlan.Obstacle.Kind.unlisted(old: old, new: new, before.state)
                comparison.obstacles.append(OutputPlan.Obstacle(path: path, kind: kind))
            case .edited, .unknown:
                change.isOfEdited = true
                comparison.changes.append(change)
            case .untouched:
                comparison.changes.append(change)
            }
        }
    }

    /// The file that Git left may be a different version than the edited one.
    private func addEditedSides(
        of files: [GeneratedFile],
        _ comparison: inout Comparison
    ) {
        guard !comparison.merge.files.unmerged.isEmpty else { return }
        let blocked = Set(comparison.obstacles.map(\.path))
        for file in files where !blocked.contains(file.path) {
            let new = file.bytes
            guard let (side, old) = comparison.merge.editedSide(of: file.path, besides: new)
            else { continue }
            let kind = OutputPlan.Obstacle.Kind.editedSide(side, old: old, new: new)
            comparison.obstacles.append(OutputPlan.Obstacle(path: file.path, kind: kind))
            comparison.changes.removeAll { $0.path == file.path }
            comparison.unchanged.removeAll { $0 == file.path }
        }
    }

    /// A user's own file of that name is kept, as is an edited one of ours, with its entry in the
    /// manifest.
    private func compareAttributes(
        in folder: OutputFolder,
        _ before: Manifest,
        _ comparison: inout Comparison
    ) throws(ToolError) {
        let name = GitAttributes.name
        let file = folder.file(name)
        let new = Array(GitAttributes.text.utf8)
        switch try file.knownKind() {
        case .missing:
            comparison.changes.append(OutputPlan.Change(path: name, kind: .create(new)))
        case .file:
            let old = try file.bytes()
            switch before.knowledge(of: name, old) {
            case .edited where old != new && !overwritesEdited, .unknown where old != new:
                comparison.manifest[name] = before[name]
                if before[name] != nil { comparison.unchanged.append(name) }
                return
            case .edited, .unknown, .untouched: break
            }
            if old == new {
                comparison.unchanged.append(name)
            } else {
                let kind = OutputPlan.Change.Kind.update(old: old, new: new)
                comparison.changes.append(OutputPlan.Change(path: name, kind: kind))
            }
        case .folder, .link, .other: return
        }
        comparison.manifest[name] = [ContentHash(of: new)]
    }

    private func findStale(
        _ expected: Set<String>,
        in folder: OutputFolder,
        _ before: Manifest,
        _ comparison: inout Comparison
    ) throws(ToolError) {
        let own: Set = [Manifest.name, GitAttributes.name]
        for path in try folder.files() where !expected.contains(path) && !own.contains(path) {
            if path.hasSuffix(DiskFile.temporarySuffix) {
                if !DiskFile(path).isBeingWritten { comparison.temporaries.append(path) }
                continue
            }
            let isListed = before[path] != nil
            guard isListed || path.hasSuffix(".swift") else { continue }
            let old = try folder.file(path).bytes()
            switch before.knowledge(of: path, old) {
            case .unknown where !Self.isGenerated(old): continue
            case .unknown:
                comparison.leftovers.append(OutputPlan.Leftover(path: path, isEdited: false))
            case .edited where comparison.merge.explains(path, old):
                comparison.changes.append(OutputPlan.Change(path: path, kind: .remove(old: old)))
            case .edited:
                comparison.leftovers.append(OutputPlan.Leftover(path: path, isEdited: true))
                // It stays in the manifest, so that it never counts as unedited.
                comparison.manifest[path] = before[path]
            case .untouched:
                comparison.changes.append(OutputPlan.Change(path: path, kind: .remove(old: old)))
            }
        }
    }

    private func compareManifest(
        _ new: [UInt8],
        in folder: OutputFolder,
        _ comparison: inout Comparison
    ) throws(ToolError) {
        let file = folder.file(Manifest.name)
        switch try file.knownKind() {
        case .missing:
            let change = OutputPlan.Change(path: Manifest.name, kind: .create(new))
            comparison.changes.append(change)
        case .file:
            let old = try file.bytes()
            guard old != new else {
                comparison.unchanged.append(Manifest.name)
                return
            }
            let kind = OutputPlan.Change.Kind.update(old: old, new: new)
            comparison.changes.append(OutputPlan.Change(path: Manifest.name, kind: kind))
        case .link:
            comparison.obstacles.append(OutputPlan.Obstacle(path: Manifest.name, kind: .link))
        case .folder:
            comparison.obstacles.append(OutputPlan.Obstacle(path: Manifest.name, kind: .folder))
        case .other(let noun):
            let kind = OutputPlan.Obstacle.Kind.special(noun)
            comparison.obstacles.append(OutputPlan.Obstacle(path: Manifest.name, kind: kind))
        }
    }

    private static func isGenerated(_ contents: [UInt8]) -> Bool {
        contents.starts(with: GeneratedFile.headerStart.utf8)
    }
}

extension Manifest {
    /// This manifest, with the entries of another one for the files that it lists.
    fileprivate func replacing(with other: Manifest) -> Manifest {
        var result = self
        for path in other.paths { result[path] = other[path] }
        return result
    }
}
