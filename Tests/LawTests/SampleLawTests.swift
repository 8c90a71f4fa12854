import RepositoryValues
import SchemaLanguage
import ServiceModel
import Testing

/// Sample data matches the schema that it was made for.
@Suite struct SampleLawTests {
    @Test("made-up values of random schemas match their types, and are the same for the same seed")
    func samples() throws {
        for seed in LawSettings.current.seeds {
            let model = ServiceModel(try LawBatch.compile(RandomSchema(seed: seed)))
            let check = JSONCheck(model)
            let maker = SampleMaker(model, seed: seed)
            let structures = model.schema.entities.map(\.head) + model.schema.values.map(\.head)
            for name in structures.map(\.name) {
                let properties = model.properties(of: name)
                let members = maker.members(of: properties, .init(name, 1))
                let findings = check.findings(in: members, of: properties, for: .response)
                #expect(
                    findings.isEmpty,
                    "seed \(seed), \(name): \(findings.map { "\($0.path): \($0.message)" })"
                )
                for property in properties where property.example == nil {
                    guard let value = members[property.key] else { continue }
                    let problems = property.constraints.problems(in: value, at: JSONKeyPath())
                    #expect(problems.isEmpty, "seed \(seed), \(name).\(property.key): \(problems)")
                }
                #expect(members == maker.members(of: properties, .init(name, 1)))
            }
            for endpoint in model.schema.endpoints {
                for type in endpoint.response.types {
                    let value = maker.value(of: type, for: endpoint.head.name, .init("e", 1))
                    let findings = check.findings(in: value, as: type, for: .response)
                    #expect(
                        findings.isEmpty,
                        "seed \(seed), \(endpoint.head.name): \(findings.map(\.message))"
                    )
                }
            }
        }
    }
}
