import SchemaLanguage
import Testing

@testable import SwiftEmitter

@Suite struct ViewModelTests {
    /// What the check of templates lets through has a value.
    @Test func everyNameOfAVocabularyHasItsValue() {
        var templates: Set<FileTemplate> = [.runtimeVersion]
        for schema in [CheckedSchema.sample, .shop] {
            let translations = SchemaTranslator(schema, access: .public).translations
            for file in translations.flatMap({ $0() }) {
                templates.insert(file.template)
                expectValues(of: file.model, file.template.vocabulary)
                #expect(file.model.block(named: "no such name") == nil)
                #expect(file.model.model(named: "no such name") == nil)
            }
        }
        // The header is a part of the others.
        #expect(templates == Set(FileTemplate.allCases).subtracting([.header]))
    }

    private func expectValues(of model: any ViewModel, _ vocabulary: TemplateVocabulary) {
        for entry in vocabulary.entries {
            let name = entry.name
            switch entry.meaning {
            case .text, .block: #expect(model.block(named: name) != nil, "\(name)")
            case .model(let inner):
                let nested = model.model(named: name)
                #expect(nested != nil, "\(name)")
                if let nested { expectValues(of: nested, inner) }
            }
        }
    }
}
