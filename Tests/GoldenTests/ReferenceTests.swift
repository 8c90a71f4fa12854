import Diagnostics
import Foundation
import SwiftEmitter
import TestSupport
import Testing
import YAMLTree

@testable import SchemaLanguage

/// The page about the keys says what is true, of all of them, and its examples work.
@Suite struct ReferenceTests {
    private let page: ReferencePage
    private let vocabularies: [Vocabulary] = [.schema, .configuration]

    init() throws {
        page = try ReferencePage()
    }

    @Test("it has a section for every key of the vocabulary, and for no other")
    func sections() {
        let known = vocabularies.flatMap(\.forms).flatMap { form in
            form.keys.map { "\(form.name).\($0.name)" }
        }
        let found = page.sections.map { "\($0.form).\($0.key)" }
        #expect(Set(found).subtracting(known) == [])
        #expect(Set(known).subtracting(found) == [])
        #expect(found.count == known.count)
    }

    @Test("it says of every form and every key what the vocabulary says, and names its words")
    func sentences() {
        for form in vocabularies.flatMap(\.forms) {
            #expect(page.forms[form.name] == form.doc)
            for key in form.keys {
                let section = page.sections.first { $0.form == form.name && $0.key == key.name }
                #expect(section?.sentence == key.doc, "\(form.name).\(key.name)")
                let text = section?.text ?? ""
                let missing = key.shape.words.filter { !text.contains("`\($0)`") }
                #expect(missing.isEmpty, "\(form.name).\(key.name)")
                #expect(text.contains("Values: ") && text.contains("Default: "))
            }
        }
    }

    @Test("every example has its key where the section says")
    func examplesHaveTheirKeys() throws {
        for section in page.sections {
            let vocabulary = try #require(vocabularies.first { $0.form(section.form) != nil })
            let example = try #require(section.example, "\(section.form).\(section.key)")
            let file = SourceFile(path: "example.yaml", text: example)
            let root = try #require(try YAMLReader().read(file))
            let shape = NodeShape(form: vocabulary.root, vocabulary: vocabulary)
            #expect(
                root.contains(section.key, of: section.form, shape),
                "\(section.form).\(section.key)"
            )
        }
    }

    @Test("each key of schemas stands in one of the examples of the page about the language")
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

    @Test("every example of a configuration is one")
    func configurations() throws {
        let forms = Set(Vocabulary.configuration.forms.map(\.name))
        for section in page.sections where forms.contains(section.form) {
            let file = SourceFile(path: "repogen.yaml", text: try #require(section.example))
            var diagnostics: [Diagnostic] = []
            _ = ConfigurationParser().parse(
                try YAMLReader().read(file),
                of: file,
                diagnostics: &diagnostics
            )
            #expect(diagnostics.isEmpty, "\(section.form).\(section.key)")
        }
    }

    @Test("every example of a schema has no mistakes, and what it becomes compiles")
    func schemas() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appending(path: "repogen-reference-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let module = try module(in: folder)
        let emitter = try SwiftEmitter()
        let forms = Set(Vocabulary.schema.forms.map(\.name))
        var files: [URL] = []
        var texts: [String] = []
        for (number, section) in page.sections.enumerated() where forms.contains(section.form) {
            let example = try #require(section.example)
            let file = SourceFile(path: "example.yaml", text: example)
            #expect(
                try SchemaFormatter(.schema).format(file) == .canonical,
                "\(section.form).\(section.key)"
            )
            let schema = try compile(example, of: section)
            // Examples form one module, so each has names of its own there.
            let apart = try compile(
                example.renaming(schema.declaredNames) { "Example\(number)\($0)" },
                of: section
            )
            for file in emitter.emit(apart) where number == 0 || file.path != "RuntimeVersion.swift"
            {
                let name = file.path.replacing("/", with: "-")
                files.append(try write(file.contents, to: folder, "\(number)-\(name)"))
                texts.append(file.contents)
            }
        }
        let conversions = MarkdownPage.conversions(in: texts)
        files.append(try write(conversions, to: folder, "Conversions.swift"))
        #expect(files.count > page.sections.count)
        for mode in SwiftCompiler.Mode.allCases {
            let messages = try await SwiftCompiler.typecheck(files, mode: mode, beside: [module])
            #expect(messages.isEmpty, "\(messages)")
        }
    }

    // MARK: - Compiling

    private func compile(
        _ text: String,
        of section: ReferencePage.Section
    ) throws -> CheckedSchema {
        let file = SourceFile(path: "Schemas/example.yaml", text: text)
        let compiler = SchemaCompiler(reservedNames: SwiftNames.reservedTypeNames)
        let (schema, diagnostics) = compiler.compile([file])
        let printed = DiagnosticPrinter(files: [file]).text(for: diagnostics)
        #expect(diagnostics.isEmpty, "\(section.form).\(section.key): \(printed)")
        return try #require(schema)
    }

    /// The module of a user's own types that the page shows.
    private func module(in folder: URL) throws -> URL {
        let section = page.sections.first { $0.form == "scalar" && $0.key == "import" }
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
    /// The words that it has to choose from.
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
    /// Whether a key stands in it, in a mapping of that form.
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
    /// The names of its declarations.
    fileprivate var declaredNames: [String] {
        apis.map(\.head.name) + enumerations.map(\.head.name) + scalars.map(\.head.name)
            + unions.map(\.head.name) + values.map(\.head.name) + entities.map(\.head.name)
            + endpoints.map(\.head.name) + repositories.map(\.head.name)
    }
}

extension String {
    /// The text with other names for declarations, wherever they stand as words of their own.
    fileprivate func renaming(_ names: [String], to newName: (String) -> String) -> String {
        var result = ""
        var rest = self[...]
        while let first = rest.first {
            let word = rest.prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            // What follows a dot belongs to what stands before it.
            let isName = names.contains(String(word)) && result.last != "."
            result += word.isEmpty ? String(first) : isName ? newName(String(word)) : String(word)
            rest = rest.dropFirst(max(word.count, 1))
        }
        return result
    }
}
