import Parallelism

/// Carries out a plan: each file is written atomically, and the manifest is correct at any time.
struct OutputWriter {
    /// Writes, updates and deletes files according to the plan.
    ///
    /// - Throws: where the disk refuses a file; those that were done are whole, and the next run does
    ///   the rest.
    func write(_ plan: OutputPlan, holding lock: FolderLock?) throws(ToolError) {
        let folder = plan.folder
        for path in plan.temporaries { try folder.file(path).remove(upTo: folder.path) }
        guard !plan.isEmpty else { return }
        try DiskFile(folder.path).makeFolder(folder.path)
        let lock = lock ?? folder.lock()
        defer { withExtendedLifetime(lock) {} }
        if plan.changes.contains(where: { $0.path != Manifest.name }) {
            try folder.file(Manifest.name).replace(with: plan.journal)
        }
        // Deletions come first: on a case-insensitive file system, a new file may have the same
        // name.
        for change in plan.changes where change.new == nil {
            try folder.file(change.path).remove(upTo: folder.path)
        }
        let written = plan.changes.filter { $0.path != Manifest.name && $0.new != nil }
        _ = try written.concurrentMap { change throws(ToolError) in
            guard let new = change.new else { return }
            try folder.file(change.path).replace(with: new, isThere: change.old != nil)
        }
        try folder.file(Manifest.name).replace(with: plan.manifestBytes)
    }
}

extension OutputPlan {
    /// The bytes of the manifest that is true at every instant of the run: each file that changes may be
    /// as it was or as it becomes.
    fileprivate var journal: [UInt8] {
        let replaced = changes.filter { $0.path != Manifest.name && $0.old != nil }
        guard !replaced.isEmpty else { return manifestBytes }
        var journal = manifestAfter
        for change in replaced {
            // What an edited file was is nothing that Repogen wrote.
            guard let old = change.old, !change.isOfEdited else { continue }
            journal[change.path] = (journal[change.path] ?? []).union([ContentHash(of: old)])
        }
        return journal.bytes
    }
}
