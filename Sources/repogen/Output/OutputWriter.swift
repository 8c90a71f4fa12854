import Foundation

/// Carries out a plan: each file is written atomically, and the manifest is correct at any time.
struct OutputWriter {
    /// Writes, updates and deletes files according to the plan.
    ///
    /// - Throws: at the first file that fails; earlier ones are complete, and the next run does the
    ///   rest.
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
        // Deletions come first: on a case-insensitive file system, a new file may have the same
        // name.
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
    /// The manifest for the duration of the run: each changing file may have its old or its new
    /// hash.
    fileprivate var journal: Manifest {
        var journal = manifestAfter
        for change in changes where change.path != Manifest.name {
            // Repogen did not write the edited contents.
            guard let old = change.old, !change.isOfEdited else { continue }
            journal[change.path] = (journal[change.path] ?? []).union([ContentHash(of: old)])
        }
        return journal
    }
}
