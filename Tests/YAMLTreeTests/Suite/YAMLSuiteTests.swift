import Diagnostics
import Testing
import YAMLTree

/// The official YAML test suite.
///
/// The data is not part of the package; without it, these tests are skipped.
@Suite(.enabled(if: SharedData.isPresent, "the shared data is absent"))
struct YAMLSuiteTests {
    /// The result of reading a text.
    enum Outcome: Equatable {
        case right
        case wrongTree
        case refusedValid
        case acceptedInvalid
    }

    @Test func isComplete() {
        #expect(SuiteCase.all.count == 402)
        #expect(Set(SuiteCase.all.map(\.id)).count == 402)
        #expect(SuiteCase.all.count { $0.json != nil } > 200)
    }

    @Test(arguments: SuiteCase.all)
    func reads(_ suiteCase: SuiteCase) {
        #expect(outcome(of: suiteCase) == expectedOutcome(of: suiteCase.id))
    }

    private func outcome(of suiteCase: SuiteCase) -> Outcome {
        let file = SourceFile(path: "case.yaml", text: suiteCase.yaml)
        guard let documents = try? YAMLReader().readAll(file) else {
            return suiteCase.isError ? .right : .refusedValid
        }
        guard !suiteCase.isError else {
            return .acceptedInvalid
        }
        guard EventNotation.documents(of: suiteCase.events) == documents.map(TreeShape.init) else {
            return .wrongTree
        }
        if let json = suiteCase.json {
            let expected = JSONShape.documents(of: json)
            return expected == documents.map(JSONShape.init) ? .right : .wrongTree
        }
        return .right
    }

    private func expectedOutcome(of id: String) -> Outcome {
        if KnownDeviations.refusedByLibYAML.contains(id) { return .refusedValid }
        if KnownDeviations.refusedOnPurpose.contains(id) { return .refusedValid }
        if KnownDeviations.readByLibYAML.contains(id) { return .acceptedInvalid }
        if KnownDeviations.misreadByLibYAML.contains(id) { return .wrongTree }
        return .right
    }

    @Test(arguments: SuiteCase.all.filter(\.isError))
    func everyErrorPointsIntoTheText(_ suiteCase: SuiteCase) {
        let file = SourceFile(path: "case.yaml", text: suiteCase.yaml)
        do throws(YAMLSyntaxError) {
            _ = try YAMLReader().readAll(file)
        } catch {
            let lines = SourceLines(file)
            for diagnostic in error.diagnostics {
                #expect(diagnostic.range.start <= lines.end(ofLine: lines.count))
                #expect(diagnostic.range.start <= lines.end(ofLine: diagnostic.range.start.line))
                #expect(diagnostic.rule != YAMLRule.yamlSyntax.rawValue)
            }
        }
    }
}
