import Mustache

/// A template as Mustache renders it, with slots where the values of a view model go.
///
/// Mustache takes ten microseconds to look a name up, and thousands of files have dozens of names. What
/// it makes of a template depends on the model only by which sections are there; so it renders each
/// template once for each such shape, and a file is made by putting its values into the slots.
struct Skeleton: Sendable {
    /// What starts the path of a slot.
    static let slotStart: Character = "\u{3}"
    /// What ends it.
    static let slotEnd: Character = "\u{4}"

    private struct Slot: Sendable {
        /// The names of the models on the way, and that of the value.
        let path: [String]
        /// The text after the value.
        let text: String
    }

    private let start: String
    private let slots: [Slot]

    /// Finds the slots of a rendered template.
    init(_ text: String) {
        let parts = text.split(separator: Self.slotStart, omittingEmptySubsequences: false)
        start = parts.first.map(String.init) ?? ""
        slots = parts.dropFirst().map { part in
            let halves = part.split(
                separator: Self.slotEnd,
                maxSplits: 1,
                omittingEmptySubsequences: false
            )
            return Slot(
                path: halves[0].split(separator: ".").map(String.init),
                text: halves.count > 1 ? String(halves[1]) : ""
            )
        }
    }

    /// The text with the values of a model, whose marks and long lines are still to be laid out.
    func filled(with model: any ViewModel) -> String {
        var text = start
        text.reserveCapacity(16_384)
        for slot in slots {
            text += model.block(at: slot.path[...])?.marked ?? ""
            text += slot.text
        }
        return text
    }
}

extension ViewModel {
    /// The block at the end of a path through models.
    func block(at path: ArraySlice<String>) -> Block? {
        guard let name = path.first else { return nil }
        return path.count == 1
            ? block(named: name) : model(named: name)?.block(at: path.dropFirst())
    }
}

extension TemplateVocabulary {
    /// The paths of all blocks: `fields`, `draft.members`.
    var blockPaths: [String] {
        entries.flatMap { entry -> [String] in
            switch entry.meaning {
            case .text: []
            case .block: [entry.name]
            case .model(let vocabulary): vocabulary.blockPaths.map { "\(entry.name).\($0)" }
            }
        }
    }
}

/// A model that has a slot for each value of a vocabulary.
struct SlotModel: MustacheParent {
    let vocabulary: TemplateVocabulary
    /// The path to this model, with a dot at its end unless it is the outermost.
    let path: String
    /// The paths of the blocks that have no lines.
    let missing: [String]

    func child(named name: String) -> Any? {
        switch vocabulary[name] {
        case .text: Slot(path: path + name, isNull: false)
        case .block: Slot(path: path + name, isNull: missing.contains(path + name))
        case .model(let inner):
            SlotModel(vocabulary: inner, path: "\(path)\(name).", missing: missing)
        case nil: nil
        }
    }

    private struct Slot: MustacheParent, MustacheCustomRenderable {
        let path: String
        let isNull: Bool

        var renderText: String { "\(Skeleton.slotStart)\(path)\(Skeleton.slotEnd)" }

        // Names inside of a section of lines mean what they mean outside.
        func child(named: String) -> Any? { nil }
    }
}

/// The rendering of many files, which keeps the skeletons that it has made.
struct RenderingSession {
    private let renderer: TemplateRenderer
    private var sections: [FileTemplate: [String]] = [:]
    private var skeletons: [Shape: Skeleton] = [:]

    private struct Shape: Hashable {
        let template: FileTemplate
        let missing: [String]
    }

    init(_ renderer: TemplateRenderer) {
        self.renderer = renderer
    }

    /// A file, laid out.
    mutating func render(_ model: any ViewModel, with template: FileTemplate) -> String {
        let paths = sections[template] ?? renderer.sectionPaths(of: template)
        sections[template] = paths
        let shape = Shape(
            template: template,
            missing: paths.filter { path in
                let names = path.split(separator: ".").map(String.init)
                return model.block(at: names[...])?.isEmpty ?? true
            }
        )
        let skeleton =
            skeletons[shape] ?? renderer.skeleton(of: template, without: shape.missing)
        skeletons[shape] = skeleton
        return LayoutWriter.layOut(
            skeleton.filled(with: model),
            hasLongLiterals: renderer.hasLongLiterals
        )
    }
}
