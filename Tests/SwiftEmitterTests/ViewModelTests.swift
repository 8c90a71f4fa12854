import SchemaLanguage
import Testing

@testable import SwiftEmitter

@Suite struct ViewModelTests {
    /// What the check of templates lets through has a value.
    @Test func everyNameOfAVocabularyHasItsValue() {
        var templates: Set<FileTemplate> = [.runtimeVersion]
        for schema in [CheckedSchema.sample, .shop] {
            SchemaTranslator(schema, access: .public).translate { file in
                templates.insert(file.template)
                expectValues(of: file.model, file.template.vocabulary)
                #expect(file.model.block(named: "no such name") == nil)
                #expect(file.model.model(named: "no such name") == nil)
            }
        }
        #expect(templates == Set(FileTemplate.allCases))
    }

    private func expectValues(of model: any ViewModel, _ vocabulary: TemplateVocabulary) {
        for (name, meaning) in vocabulary.meanings {
            switch meaning {
            case .text, .block: #expect(model.block(named: name) != nil, "\(name)")
            case .model(let inner):
                let nested = model.model(named: name)
                #expect(nested != nil, "\(name)")
                if let nested { expectValues(of: nested, inner) }
            }
        }
    }
}
