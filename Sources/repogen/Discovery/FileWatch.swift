import Diagnostics
import Foundation
import SchemaLanguage

/// Options of a project for another thread.
///
/// Safe: options are parsed once, and nobody changes them.
struct SendableProject: @unchecked Sendable {
    let options: ProjectOptions

    init(_ options: ProjectOptions) {
        self.options = options
    }
}

/// Notices that one of the files of a project has changed, come or gone.
///
/// It looks at sizes and times of change, at an interval that is short beside what anybody notices. Watching
/// by the system differs from one to the next, and misses files on shared folders.
struct FileWatch: Sendable {
    /// The time between two looks.
    private static let interval = 0.02

    private let project: SendableProject

    init(_ project: ProjectOptions) {
        self.project = SendableProject(project)
    }

    /// Calls a function after each change, on a thread of its own, from now on.
    func start(_ changed: @escaping @Sendable () -> Void) {
        let watch = self
        let first = stamps()
        Thread.detachNewThread {
            var known = first
            while true {
                Thread.sleep(forTimeInterval: Self.interval)
                let stamps = watch.stamps()
                guard stamps != known else { continue }
                known = stamps
                changed()
            }
        }
    }

    /// The files with their sizes and times of change; nil where they cannot be found.
    private func stamps() -> [String: FileStamp]? {
        let locator = ProjectLocator()
        var (diagnostics, sources) = ([Diagnostic](), [SourceFile]())
        guard
            let project = try? locator.locate(
                project.options,
                writes: false,
                diagnostics: &diagnostics,
                sources: &sources
            )
        else { return nil }
        let discovery = SchemaDiscovery(root: project.root)
        let paths = project.configuration.outputs.flatMap { output in
            (try? discovery.paths(at: output.schemas)) ?? []
        }
        let files = paths.map { URL(filePath: $0, relativeTo: project.root) }
        let all = files + [project.file].compactMap(\.self)
        return Dictionary(all.map { ($0.path, FileStamp($0.path)) }) { $1 }
    }
}

/// What shows that a file was written.
private struct FileStamp: Hashable {
    let size: Int
    let changed: Date

    init(_ path: String) {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        size = attributes?[.size] as? Int ?? -1
        changed = attributes?[.modificationDate] as? Date ?? .distantPast
    }
}
