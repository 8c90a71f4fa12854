import Diagnostics

extension ProblemExplainer {
    /// Explains problems with lines that start with `%`.
    func directives() -> Diagnostic? {
        let start = contextPlace ?? place
        switch problem.problem {
        case "found unknown directive name":
            let message = "found an unknown directive, expected %YAML or %TAG"
            return make(.invalidDirective, message, at: restOfLine(from: start))
        case "found incompatible YAML document":
            let message = "found a document of another version of YAML, expected 1.1 or 1.2"
            return make(.invalidDirective, message, at: restOfLine(from: start))
        case "found duplicate %YAML directive":
            let message = "found a second %YAML directive, expected one"
            return make(.invalidDirective, message, at: restOfLine(from: start))
        case "found duplicate %TAG directive":
            let message = "found a second %TAG directive for one handle, expected one"
            return make(.invalidDirective, message, at: restOfLine(from: start))
        default:
            break
        }
        guard problem.context.hasSuffix("directive") else {
            return nil
        }
        let expected = directiveParts[problem.problem] ?? "'%YAML 1.2' or '%TAG ! prefix'"
        let message = "found \(found.description) in a directive, expected \(expected)"
        return make(.invalidDirective, message, at: found.range)
    }

    /// The part of a directive that libyaml misses, in plain words.
    private var directiveParts: [String: String] {
        [
            "did not find expected comment or line break": "the end of the line",
            "could not find expected directive name": "'YAML' or 'TAG'",
            "found unexpected non-alphabetical character": "a space after its name",
            "did not find expected digit or '.' character": "a version such as 1.2",
            "found extremely long version number": "a version such as 1.2",
            "did not find expected version number": "a version such as 1.2",
            "did not find expected '!'": "a handle such as '!e!'",
            "did not find expected whitespace": "a space after the handle",
            "did not find expected whitespace or line break": "the end of the line",
            "did not find expected tag URI": "the prefix of the tags",
        ]
    }
}
