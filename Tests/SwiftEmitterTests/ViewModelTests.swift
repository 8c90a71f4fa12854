import SchemaLanguage
import Testing

@testable import SwiftEmitter

@Suite struct ViewModelTests {
    /// Every name that the check of templates accepts has a value.
    @Test func everyNameOfAVocabularyHasItsValue() {
        var templates: Set<FileTemplate> = [.runtimeVersion]
        var models: Set<String> = []
        for schema in [CheckedSchema.sample, .shop] {
            let translations = SchemaTranslator(schema, access: .public).translations
            for file in translations.flatMap({ $0() }) {
                templates.insert(file.template)
                expectValues(of: file.model, file.template.vocabulary, &models)
                if let model = file.model as? EntityModel {
                    let isEntity = model.structure.conformances.hasPrefix("Entity")
                    #expect((model.draft != nil) == isEntity && (model.patch != nil) == isEntity)
                }
                #expect(file.model.block(named: "no such name") == nil)
                #expect(file.model.model(named: "no such name") == nil)
            }
        }
        #expect(models == ["draft", "patch"])
        // The header is a part of the others.
        #expect(templates == Set(FileTemplate.allCases).subtracting([.header]))
    }

    private func expectValues(
        of model: any ViewModel,
        _ vocabulary: TemplateVocabulary,
        _ models: inout Set<String>
    ) {
        for entry in vocabulary.entries {
            let name = entry.name
            switch entry.meaning {
            case .text, .block: #expect(model.block(named: name) != nil, "\(name)")
            case .model(let inner):
                guard let nested = model.model(named: name) else { continue }
                models.insert(name)
                expectValues(of: nested, inner, &models)
            }
        }
    }
}
