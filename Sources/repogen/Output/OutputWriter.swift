import Foundation

/// Carries out a plan: each file is old or new at any instant, never half, and the manifest is true.
struct OutputWriter {
    /// Writes, updates and removes what the plan says.
    ///
    /// - Throws: at the first file that the disk refuses; those before it are done, whole, and the next
    ///   run does the rest.
    func write(_ plan: OutputPlan, holding lock: FolderLock?) throws(ToolError) {
        let folder = plan.folder
        for path in plan.temporaries { try folder.file(path).remove(upTo: folder.path) }
        guard !plan.isEmpty else { return }
        try DiskFile(folder.path).makeFolder(folder.path)
        let lock = lock ?? folder.lock()
        defer { withExtendedLifetime(lock) {} }
        if plan.changes.contains(where: { $0.path != Manifest.name }) {
            try folder.file(Manifest.name).replace(with: Array(plan.journal.text.utf8))
        }
        // Removed first: where a disk does not see case, the name may be that of a new file.
        for change in plan.changes where change.new == nil {
            try folder.file(change.path).remove(upTo: folder.path)
        }
        for change in plan.changes where change.path != Manifest.name {
            guard let new = change.new else { continue }
            try folder.file(change.path).replace(with: new)
        }
        try folder.file(Manifest.name).replace(with: Array(plan.manifestAfter.text.utf8))
    }
}

extension OutputPlan {
    /// The manifest that is true at every instant of the run: each file that changes may be as it was
    /// or as it becomes.
    fileprivate var journal: Manifest {
        var journal = manifestAfter
        for change in changes where change.path != Manifest.name {
            // What an edited file was is nothing that Repogen wrote.
            guard let old = change.old, !change.isOfEdited else { continue }
            journal[change.path] = (journal[change.path] ?? []).union([ContentHash(of: old)])
        }
        return journal
    }
}
