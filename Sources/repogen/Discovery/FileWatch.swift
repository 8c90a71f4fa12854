import Diagnostics
import Foundation
import SchemaLanguage

/// Notices that one of the files of a project has changed, come or gone: its configuration, its schemas and
/// its templates.
///
/// It looks at sizes and times of change, at an interval that is short beside what anybody notices. Watching
/// by the system differs from one to the next, and misses files on shared folders.
struct FileWatch {
    /// The time between two looks, in seconds.
    private static let interval = 0.02

    private let options: ProjectOptions

    init(_ options: ProjectOptions) {
        self.options = options
    }

    /// Calls a function after each change; never returns.
    ///
    /// Editors write a file in several steps, or put another one in its place: a change is over when two looks
    /// find the same.
    func run(_ changed: () -> Void) -> Never {
        var located: Located?
        var known = stamps(&located)
        while true {
            Thread.sleep(forTimeInterval: Self.interval)
            var stamps = stamps(&located)
            guard stamps != known else { continue }
            while true {
                Thread.sleep(forTimeInterval: Self.interval)
                let next = self.stamps(&located)
                if next == stamps { break }
                stamps = next
            }
            known = stamps
            changed()
        }
    }

    /// The project by a configuration, which is read again when that changes.
    private struct Located {
        let project: Project
        let stamp: FileStamp
    }

    private func project(_ located: inout Located?) -> Project? {
        if let known = located, let file = known.project.file, FileStamp(file) == known.stamp {
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

    /// The files with their sizes and times of change; nil where they cannot be found.
    private func stamps(_ located: inout Located?) -> [String: FileStamp]? {
        guard let project = project(&located) else { return nil }
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

/// What shows that a file was written.
private struct FileStamp: Hashable {
    let size: Int
    let changed: Date

    init(_ file: URL) {
        // What a link leads to changes, and not the link.
        let path = file.resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        size = attributes?[.size] as? Int ?? -1
        changed = attributes?[.modificationDate] as? Date ?? .distantPast
    }
}
