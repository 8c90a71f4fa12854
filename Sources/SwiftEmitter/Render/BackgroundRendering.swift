import Dispatch

/// A file as it was rendered, with what says where it goes.
struct RenderedFile: Sendable {
    let name: String
    let folder: FileTable.Folder
    let header: FileHeader
    let text: String
}

/// Renders files on a second core, in order, while the caller translates the next ones.
///
/// Both take about as long. Only few view models live at a time: who is ahead waits.
// Unchecked, and safe: `session` and `rendered` are private and touched only on the serial queue;
// `batch` is touched only by the one caller that owns the rendering and waits for it in `finish`.
final class BackgroundRendering: @unchecked Sendable {
    private static let batchSize = 32
    private static let batchesAhead = 8

    private let queue = DispatchQueue(label: "rendering", qos: .userInitiated)
    private let room = DispatchSemaphore(value: batchesAhead)
    // Touched by the caller alone.
    private var batch: [TranslatedFile] = []
    // Touched on the queue alone, which does one thing at a time.
    private var session: RenderingSession
    private var rendered: [RenderedFile] = []

    init(_ renderer: TemplateRenderer) {
        session = RenderingSession(renderer)
    }

    /// Takes a file to be rendered.
    func add(_ file: TranslatedFile) {
        batch.append(file)
        if batch.count == Self.batchSize { hand() }
    }

    /// Waits for all files that were added.
    func finish() -> [RenderedFile] {
        hand()
        return queue.sync {
            defer { rendered = [] }
            return rendered
        }
    }

    private func hand() {
        guard !batch.isEmpty else { return }
        room.wait()
        queue.async { [files = batch] in
            for file in files { self.render(file) }
            self.room.signal()
        }
        batch = []
        batch.reserveCapacity(Self.batchSize)
    }

    private func render(_ file: TranslatedFile) {
        rendered.append(
            RenderedFile(
                name: file.name,
                folder: file.folder,
                header: file.model.header,
                text: session.render(file.model, with: file.template)
            )
        )
    }
}
