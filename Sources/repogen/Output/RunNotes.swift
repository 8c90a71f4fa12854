import Foundation

/// The cache folder with notes about finished runs, a small file for each output.
///
/// A note only tells that nothing needs to be generated; generated code never depends on it. Notes
/// can be deleted at any time; without them, every run generates.
struct RunNotes {
    private let folder: String?

    /// Finds the folder: the user's cache, as set by `XDG_CACHE_HOME` or the system.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        #if os(macOS)
        let usual = "/Library/Caches"
        #else
        let usual = "/.cache"
        #endif
        let home = environment["HOME"].flatMap { $0.hasPrefix("/") ? $0 + usual : nil }
        let base = [environment["XDG_CACHE_HOME"], home].compactMap(\.self)
            .first { $0.hasPrefix("/") }
        folder = base.map { $0 + "/repogen" }
    }

    /// Whether a run is recorded.
    func contain(_ run: FinishedRun) -> Bool {
        guard let file = file(of: run), file.kind == .file else { return false }
        return (try? file.bytes()) == Array(run.note.utf8)
    }

    /// Records a run, replacing an earlier one with the same output.
    func add(_ run: FinishedRun) {
        guard !contain(run) else { return }
        // Not through a link. A failure only makes the next run slower.
        try? file(of: run)?.replace(with: Array(run.note.utf8))
    }

    private func file(of run: FinishedRun) -> DiskFile? {
        folder.map { DiskFile("\($0)/\(ContentHash(of: Array(run.folder.path.utf8)).digits)") }
    }
}

extension FinishedRun {
    /// The run as text.
    fileprivate var note: String {
        "\(folder.path)\ninputs \(inputs.digits)\nmanifest \(manifest.digits)\n"
    }
}
