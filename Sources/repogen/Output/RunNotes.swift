import Foundation

/// The folder of a user in which this machine notes the runs that finished, a small file for each output.
///
/// A note says only that nothing has to be generated; what is generated never depends on one. They can be
/// removed at any time, and where none can be kept, every run generates.
struct RunNotes {
    private let folder: String?

    /// Finds the folder: the user's cache, where `XDG_CACHE_HOME` or the system puts it.
    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        #if os(macOS)
        let usual = "/Library/Caches"
        #else
        let usual = "/.cache"
        #endif
        let home = environment["HOME"].map { $0 + usual }
        let base = [environment["XDG_CACHE_HOME"], home].compactMap(\.self)
            .first { $0.hasPrefix("/") }
        folder = base.map { $0 + "/repogen" }
    }

    /// Whether a run is noted.
    func contain(_ run: FinishedRun) -> Bool {
        guard let file = file(of: run), file.kind == .file else { return false }
        return (try? file.bytes()) == Array(run.note.utf8)
    }

    /// Notes a run in the place of an earlier one with the same output.
    func add(_ run: FinishedRun) {
        guard !contain(run) else { return }
        // Not through a link. Where it cannot be kept, the next run takes longer, and no other harm is
        // done.
        try? file(of: run)?.replace(with: Array(run.note.utf8))
    }

    private func file(of run: FinishedRun) -> DiskFile? {
        folder.map { DiskFile("\($0)/\(ContentHash(of: Array(run.folder.path.utf8)).digits)") }
    }
}

extension FinishedRun {
    /// All of it as text.
    fileprivate var note: String {
        "\(folder.path)\ninputs \(inputs.digits)\nmanifest \(manifest.digits)\n"
    }
}
