import Diagnostics
import Foundation
import SchemaLanguage

/// Detects changed, added and deleted files of a project: its configuration, schemas and templates.
///
/// It polls sizes and modification times, at intervals too short to notice. File system events
/// differ between platforms, and miss files in shared folders.
struct FileWatch {
    /// The shortest pause between polls.
    private static let shortestPause = Duration.milliseconds(20)
    /// The longest pause between polls.
    private static let longestPause = Duration.milliseconds(250)
    /// The ratio of a pause to the poll before it: polling takes about 2 % of a core, and more only
    /// if a poll takes longer than 5 ms.
    private static let pauseRatio = 50

    private let options: ProjectOptions
    private var located: Located?
    private var known: [String: FileStamp]?

    /// Notes the files as they are now: whoever reads them afterwards misses no change.
    init(_ options: ProjectOptions) {
        self.options = options
        known = stamps()
    }

    /// Calls a function after each change since the creation; never returns.
    ///
    /// Editors write a file in several steps, or replace it: a change is complete when two polls
    /// find the same.
    mutating func run(_ changed: () -> Void) -> Never {
        var pause = Self.shortestPause
        while true {
            var stamps = poll(after: &pause)
            guard stamps != known else { continue }
            while true {
                let next = poll(after: &pause)
                if next == stamps { break }
                stamps = next
            }
            known = stamps
            changed()
        }
    }

    private mutating func poll(after pause: inout Duration) -> [String: FileStamp]? {
        Thread.sleep(forTimeInterval: pause / .seconds(1))
        let start = ContinuousClock.now
        let stamps = stamps()
        let proportional = start.duration(to: .now) * Self.pauseRatio
        pause = min(max(proportional, Self.shortestPause), Self.longestPause)
        return stamps
    }

    /// The project of a configuration, which is read again when it changes.
    private struct Located {
        let project: Project
        let stamp: FileStamp
    }

    private mutating func project() -> Project? {
        if let known = located, let file = known.project.file,
            // A new configuration may be nearer.
            (try? ProjectLocator().configurationFile(options.config)) == file,
            FileStamp(file) == known.stamp
        {
            return known.project
        }
        var (diagnostics, sources) = ([Diagnostic](), [SourceFile]())
        let found = try? ProjectLocator().locate(
            options,
            writes: false,
            diagnostics: &diagnostics,
            sources: &sources
        )
        located = found.flatMap { project in
            project.file.map { Located(project: project, stamp: FileStamp($0)) }
        }
        return found
    }

    /// The files with their sizes and modification times; only the configuration if it is invalid,
    /// and nil if there is none.
    private mutating func stamps() -> [String: FileStamp]? {
        guard let project = project() else {
            let file = try? ProjectLocator().configurationFile(options.config)
            return file.map { [$0.path: FileStamp($0)] }
        }
        let root = project.root
        let paths = project.configuration.outputs.flatMap { output in
            let schemas = (try? SchemaDiscovery(root: root).paths(at: output.schemas)) ?? []
            let templates = (try? TemplateDiscovery(root: root).files(at: output.templates)) ?? []
            return schemas + templates.map(\.path)
        }
        let files = paths.map { URL(filePath: $0, relativeTo: root) }
        let all = files + [project.file].compactMap(\.self)
        return Dictionary(all.map { ($0.path, FileStamp($0)) }) { $1 }
    }
}

/// The attributes that change when a file is written or replaced, or gets other permissions.
private struct FileStamp: Hashable {
    let size: Int
    let changed: Date
    let permissions: Int
    let number: Int

    init(_ file: URL) {
        // The target of a link changes, not the link.
        let path = file.resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        size = attributes?[.size] as? Int ?? -1
        changed = attributes?[.modificationDate] as? Date ?? .distantPast
        permissions = attributes?[.posixPermissions] as? Int ?? -1
        number = attributes?[.systemFileNumber] as? Int ?? -1
    }
}
