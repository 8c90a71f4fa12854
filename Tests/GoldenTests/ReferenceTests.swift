import Diagnostics
import Foundation
import SwiftEmitter
import TestSupport
import Testing
import YAMLTree

@testable import SchemaLanguage

/// The reference explains every key as the vocabulary does, and its examples are valid.
@Suite struct ReferenceTests {
    private let page: ReferencePage
    private let vocabularies: [Vocabulary] = [.schema, .configuration]

    init() throws {
        page = try ReferencePage()
    }

    @Test("it is at most 1,900 lines long")
    func length() {
        #expect(page.lineCount <= 1_900)
    }

    @Test("it has a section for every form of the vocabulary, and for no other")
    func sections() {
        let known = vocabularies.flatMap(\.forms).map(\.name)
        #expect(page.sections.compactMap(\.form).sorted() == known.sorted())
    }

    @Test("each form has its keys in its table, each once, and no others")
    func keys() {
        for form in vocabularies.flatMap(\.forms) {
            let rows = page.sections.first { $0.form == form.name }?.rows ?? []
            #expect(rows.flatMap(\.keys).sorted() == form.keys.map(\.name).sorted(), "\(form.name)")
        }
    }

    @Test("each form and each key has its sentence of the vocabulary, and names all words")
    func sentences() throws {
        for form in vocabularies.flatMap(\.forms) {
            let section = try #require(page.sections.first { $0.form == form.name })
            #expect(section.sentence == form.doc)
            for key in form.keys {
                let name = "\(form.name).\(key.name)"
                let row = try #require(explanation(of: key.name, in: section), "\(name)")
                #expect(!row.value.isEmpty && !row.defaultValue.isEmpty, "\(name)")
                #expect(row.meaning.hasPrefix(key.doc), "\(name)")
                let text = [row.value, row.defaultValue, row.meaning].joined(separator: "\n")
                let missing = key.shape.words.filter { !text.contains("`\($0)`") }
                #expect(missing.isEmpty, "\(name)")
            }
        }
    }

    @Test("the section of shared keys explains exactly the keys that forms refer to it for")
    func sharedKeys() {
        for section in page.sections where section.form == nil {
            let references = page.sections.flatMap(\.rows)
                .filter { $0.reference == section.anchor }.flatMap(\.keys)
            #expect(Set(section.rows.flatMap(\.keys)) == Set(references), "\(section.anchor)")
        }
    }

    @Test("each key of a form is in one of its examples, or of those where the key is explained")
    func examplesHaveTheirKeys() throws {
        for vocabulary in vocabularies {
            let shape = NodeShape(form: vocabulary.root, vocabulary: vocabulary)
            for form in vocabulary.forms {
                let section = try #require(page.sections.first { $0.form == form.name })
                #expect(!section.examples.isEmpty, "\(form.name)")
                for key in form.keys {
                    let references = section.rows(of: key.name).compactMap(\.reference)
                    let sections = page.sections.filter { references.contains($0.anchor) }
                    let roots = try ([section] + sections).flatMap(\.examples).map { example in
                        let file = SourceFile(path: "example.yaml", text: example)
                        return try #require(try YAMLReader().read(file))
                    }
                    let isShown = roots.contains { $0.contains(key.name, of: form.name, shape) }
                    #expect(isShown, "\(form.name).\(key.name)")
                }
            }
        }
    }

    @Test("each key of schemas is in an example of the page about the language")
    func pageOfExamples() throws {
        let page = try MarkdownPage(
            DocumentationPageTests.folder.appending(path: "SchemaByExample.md")
        )
        let roots = try page.schemas.map { block in
            try #require(try YAMLReader().read(SourceFile(path: "page.yaml", text: block.text)))
        }
        let vocabulary = Vocabulary.schema
        let shape = NodeShape(form: vocabulary.root, vocabulary: vocabulary)
        let missing = vocabulary.forms.flatMap { form in
            form.keys.map(\.name).filter { key in
                !roots.contains { $0.contains(key, of: form.name, shape) }
            }.map { "\(form.name).\($0)" }
        }
        #expect(missing == [])
    }

    @Test("every example of a configuration is valid and canonical")
    func configurations() throws {
        for example in examples(of: .configuration) {
            let file = SourceFile(path: "repogen.yaml", text: example.text)
            var diagnostics: [Diagnostic] = []
            _ = ConfigurationParser().parse(
                try YAMLReader().read(file),
                of: file,
                diagnostics: &diagnostics
            )
            #expect(diagnostics.isEmpty, "\(example.section)")
            #expect(
                try SchemaFormatter(.configuration).format(file) == .canonical,
                "\(example.section)"
            )
        }
    }

    @Test("every example of a schema is valid and canonical, and its generated code compiles")
    func schemas() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-reference-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let module = try module(in: folder)
        let emitter = try SwiftEmitter()
        let examples = examples(of: .schema)
        var files: [URL] = []
        var texts: [String] = []
        for (number, example) in examples.enumerated() {
            let file = SourceFile(path: "example.yaml", text: example.text)
            #expect(
                try SchemaFormatter(.schema).format(file) == .canonical,
                "\(example.section)"
            )
            let schema = try compile(example.text, of: example.section)
            // The examples form one module, so their declarations need different names.
            let apart = try compile(
                example.text.renaming(schema.declaredNames) { "Example\(number)\($0)" },
                of: example.section
            )
            for file in emitter.emit(apart) {
                let name = file.path.replacing("/", with: "-")
                files.append(try write(file.contents, to: folder, "\(number)-\(name)"))
                texts.append(file.contents)
            }
        }
        let conversions = MarkdownPage.conversions(in: texts)
        files.append(try write(conversions, to: folder, "Conversions.swift"))
        #expect(files.count > examples.count)
        for mode in SwiftCompiler.Mode.allCases {
            let messages = try await SwiftCompiler.typecheck(files, mode: mode, beside: [module])
            #expect(messages.isEmpty, "\(messages)")
        }
    }

    // MARK: - Reading

    /// Returns the row that explains a key: in the table of the form, or in the section that it
    /// refers to.
    private func explanation(
        of key: String,
        in section: ReferencePage.Section
    ) -> ReferencePage.Row? {
        guard let row = section.rows(of: key).first else { return nil }
        guard let reference = row.reference else { return row }
        let rows = page.sections.filter { $0.anchor == reference }.flatMap { $0.rows(of: key) }
        return rows.count == 1 ? rows[0] : nil
    }

    /// Returns the examples of a vocabulary, with the anchors of their sections.
    ///
    /// Sections that are not about a form contain schemas.
    private func examples(of vocabulary: Vocabulary) -> [(section: String, text: String)] {
        let root = vocabulary.root.name
        return page.sections.filter { section in
            let owner = vocabularies.first { $0.form(section.form ?? "schema") != nil }
            return owner?.root.name == root
        }.flatMap { section in
            section.examples.map { (section: section.anchor, text: $0) }
        }
    }

    // MARK: - Compiling

    private func compile(_ text: String, of section: String) throws -> CheckedSchema {
        let file = SourceFile(path: "Schemas/example.yaml", text: text)
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, diagnostics) = compiler.compile([file])
        let printed = DiagnosticPrinter(files: [file]).text(for: diagnostics)
        #expect(diagnostics.isEmpty, "\(section): \(printed)")
        return try #require(schema)
    }

    /// Writes the module of the user's own types that the page shows.
    private func module(in folder: URL) throws -> URL {
        let section = page.sections.first { $0.form == "scalar" }
        let code = try #require(section?.blocks.first { $0.language == "swift" }?.text)
        return try write(code, to: folder, "MoneyKit.swift")
    }

    private func write(_ text: String, to folder: URL, _ path: String) throws -> URL {
        let file = folder.appending(path: path)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: file)
        return file
    }
}

extension Vocabulary.Shape {
    /// The words that the shape allows.
    fileprivate var words: [String] {
        switch self {
        case .words(let words): words
        case .list(let inner), .oneOrMany(let inner): inner.words
        case .either(let choices): choices.flatMap(\.words)
        default: []
        }
    }
}

extension YAMLNode {
    /// Returns whether the node contains a key in a mapping of a form.
    fileprivate func contains(_ key: String, of form: String, _ shape: NodeShape) -> Bool {
        let shape = shape.of(self)
        switch content {
        case .scalar: return false
        case .sequence(let elements):
            return elements.contains { $0.contains(key, of: form, shape.element) }
        case .mapping(let pairs):
            return pairs.contains { pair in
                shape.form?.name == form && pair.key.scalarText == key
                    || pair.value.contains(key, of: form, shape[pair.key])
            }
        }
    }
}

extension CheckedSchema {
    /// The names of the declarations.
    fileprivate var declaredNames: [String] {
        apis.map(\.head.name) + enumerations.map(\.head.name) + scalars.map(\.head.name)
            + unions.map(\.head.name) + values.map(\.head.name) + entities.map(\.head.name)
            + endpoints.map(\.head.name) + repositories.map(\.head.name)
    }
}

extension String {
    /// Returns the text with other names for declarations; only whole words are replaced.
    fileprivate func renaming(_ names: [String], to newName: (String) -> String) -> String {
        var result = ""
        var rest = self[...]
        while let first = rest.first {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            // A name after a dot is a member of the name before it.
            let isName = names.contains(String(word)) && result.last != "."
            result += word.isEmpty ? String(first) : isName ? newName(String(word)) : String(word)
            rest = rest.dropFirst(max(word.count, 1))
        }
        return result
    }
}
