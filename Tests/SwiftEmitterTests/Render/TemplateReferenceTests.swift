import Templates
import Testing

@testable import SwiftEmitter

@Suite struct TemplateReferenceTests {
    @Test("every template has a summary", arguments: TemplateReference.all.map(\.name))
    func summaries(name: String) throws {
        let template = try #require(TemplateReference.all.first { $0.name == name })
        #expect(isSentence(template.summary), "\(name): \(template.summary)")
        #expect(template.text == TemplateLibrary.builtIn.first { $0.name == name }?.text)
    }

    @Test("every name is documented in one line", arguments: TemplateReference.all.map(\.name))
    func names(name: String) throws {
        let template = try #require(TemplateReference.all.first { $0.name == name })
        #expect(Set(template.names.map(\.name)).isSuperset(of: ["access", "tool"]))
        expectDocumented(template.names, in: name)
    }

    @Test("every template has its own file or is a part")
    func kinds() {
        let known = FileTemplate.allCases.map(\.rawValue) + PartTemplate.allCases.map(\.rawValue)
        #expect(Set(known).count == known.count)
        #expect(Set(known) == Set(TemplateReference.all.map(\.name)))
    }

    @Test("the documented names of a part are valid wherever it is included")
    func parts() throws {
        for part in PartTemplate.allCases {
            let reference = try #require(
                TemplateReference.all.first { $0.name == part.rawValue }
            )
            #expect(reference.names.count > 2)
            let text = reference.names.map { "{{\($0.name)}}\n" }.joined()
            let templates = TemplateLibrary.builtIn.map {
                $0.name == part.rawValue ? Template(name: $0.name, text: text) : $0
            }
            _ = try TemplateRenderer(templates, constants: ["access": "", "tool": ""])
        }
    }

    private func expectDocumented(_ names: [TemplateReference.Name], in template: String) {
        #expect(Set(names.map(\.name)).count == names.count, "\(template)")
        for name in names {
            #expect(isSentence(name.documentation), "\(template).\(name.name)")
            expectDocumented(name.inner, in: template)
        }
    }

    private func isSentence(_ text: String) -> Bool {
        text.first?.isUppercase == true && text.hasSuffix(".") && text.count <= 72
            && !text.contains("\n")
    }
}
