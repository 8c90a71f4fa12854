import Mustache

/// A template rendered by Mustache, with slots for the values of a view model.
///
/// Mustache takes ten microseconds to look up a name, and thousands of files have dozens of names.
/// Its result depends on the model only through the sections that are present. So it renders each
/// template once for each combination of sections, and a file is made by filling the slots with
/// values.
struct Skeleton: Sendable {
    /// The start of the path of a slot.
    static let slotStart: Character = "\u{3}"
    /// The end of the path of a slot.
    static let slotEnd: Character = "\u{4}"

    private struct Slot: Sendable {
        /// The names of the models on the path, and that of the value.
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

    /// The text with the values of a model; marks and long lines still need layout.
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

    /// Whether a section is rendered: the block at the end of a path through models has lines, or
    /// the model at its end exists.
    fileprivate func hasSection(at path: ArraySlice<String>) -> Bool {
        guard let name = path.first else { return true }
        if path.count == 1, let block = block(named: name) { return !block.isEmpty }
        return model(named: name)?.hasSection(at: path.dropFirst()) ?? false
    }
}

extension TemplateVocabulary {
    /// The paths of everything that can be a section, blocks and models: `fields`, `draft`,
    /// `draft.members`.
    var sectionPaths: [String] {
        entries.flatMap { entry -> [String] in
            switch entry.meaning {
            case .text: []
            case .block: [entry.name]
            case .model(let vocabulary):
                [entry.name] + vocabulary.sectionPaths.map { "\(entry.name).\($0)" }
            }
        }
    }
}

/// A model with a slot for each value of a vocabulary.
struct SlotModel: MustacheParent {
    let vocabulary: TemplateVocabulary
    /// The path to this model, with a dot at its end unless it is the outermost.
    let path: String
    /// The paths of the blocks without lines, and of the models that do not exist.
    let missing: [String]

    func child(named name: String) -> Any? {
        switch vocabulary[name] {
        case .text: Slot(path: path + name, isNull: false)
        case .block: Slot(path: path + name, isNull: missing.contains(path + name))
        case .model(let inner):
            missing.contains(path + name)
                ? nil : SlotModel(vocabulary: inner, path: "\(path)\(name).", missing: missing)
        case nil: nil
        }
    }

    private struct Slot: MustacheParent, MustacheCustomRenderable {
        let path: String
        let isNull: Bool

        var renderText: String { "\(Skeleton.slotStart)\(path)\(Skeleton.slotEnd)" }

        // Names inside a section of lines have the same meaning as outside.
        func child(named: String) -> Any? { nil }
    }
}

/// Renders many files, and caches the skeletons.
struct RenderingSession {
    private let renderer: TemplateRenderer
    private var sections: [FileTemplate: [Section]] = [:]
    private var skeletons: [Shape: Skeleton] = [:]

    /// A section of a template, by the path of its block or model.
    private struct Section {
        let path: String
        let names: [String]
    }

    private struct Shape: Hashable {
        let template: FileTemplate
        /// Whether each of the sections is missing.
        let missing: [Bool]
    }

    init(_ renderer: TemplateRenderer) {
        self.renderer = renderer
    }

    private mutating func sections(of template: FileTemplate) -> [Section] {
        if let known = sections[template] { return known }
        let found = renderer.sectionPaths(of: template).map { path in
            Section(path: path, names: path.split(separator: ".").map(String.init))
        }
        sections[template] = found
        return found
    }

    /// A file, laid out, in UTF-8.
    mutating func render(_ model: any ViewModel, with template: FileTemplate) -> [UInt8] {
        let sections = sections(of: template)
        let shape = Shape(
            template: template,
            missing: sections.map { !model.hasSection(at: $0.names[...]) }
        )
        let skeleton: Skeleton
        if let known = skeletons[shape] {
            skeleton = known
        } else {
            let missing = zip(sections, shape.missing).filter(\.1).map(\.0.path)
            skeleton = renderer.skeleton(of: template, without: missing)
            skeletons[shape] = skeleton
        }
        return LayoutWriter.layOut(
            skeleton.filled(with: model),
            hasLongLiterals: renderer.hasLongLiterals
        )
    }
}
