import Diagnostics

extension ProblemExplainer {
    /// Explains problems with anchors, aliases, tags and the headers of block scalars.
    func properties() -> Diagnostic? {
        switch (problem.context, problem.problem) {
        case ("while scanning an anchor", _):
            return anchor(indicator: "&", thing: "an anchor")
        case ("while scanning an alias", _):
            return anchor(indicator: "*", thing: "an alias")
        case ("while scanning a block scalar", let problem):
            return blockHeader(problem)
        case (_, "found undefined tag handle"):
            let message = "found a tag whose handle is not declared, expected '!' or '!!'"
            return make(.invalidTag, message, at: found.range, hint: "declare it with %TAG")
        case ("while scanning a tag", let problem), ("while parsing a tag", let problem):
            return make(.invalidTag, tagMessage(problem), at: tagRange, hint: tagHint)
        default:
            return nil
        }
    }

    private func anchor(indicator: String, thing: String) -> Diagnostic {
        let start = contextPlace ?? place
        let length = max(1, start.line == place.line ? place.column - start.column + 1 : 1)
        return make(
            .invalidAnchor,
            "found '\(indicator)' without a name of letters and digits, expected \(thing)",
            at: range(from: start, scalars: length),
            hint: "put a string that starts with '\(indicator)' in quotes"
        )
    }

    private func blockHeader(_ problem: String) -> Diagnostic? {
        switch problem {
        case "found an indentation indicator equal to 0":
            let message = "found '0' as the indentation of a block of text, expected 1 to 9"
            return make(.invalidBlockHeader, message, at: found.range)
        case "did not find expected comment or line break":
            let message =
                "found \(found.description) on the line that starts a block of text, "
                + "expected the end of the line"
            let hint = "start the text on the next line, indented"
            return make(.invalidBlockHeader, message, at: found.range, hint: hint)
        default:
            return nil
        }
    }

    /// The tag up to the position where libyaml stopped.
    private var tagRange: SourceRange {
        guard let contextPlace, contextPlace < place else {
            return found.range
        }
        let end = range(from: place, scalars: 1).end
        return SourceRange(path: path, start: contextPlace, end: end)
    }

    private var tagHint: String {
        "put a string that starts with '!' in quotes"
    }

    private func tagMessage(_ problem: String) -> String {
        switch problem {
        case "did not find the expected '>'":
            "found a tag without its closing '>'"
        case "did not find expected whitespace or line break":
            "found \(found.description) in a tag, expected a space after the tag"
        case "did not find expected '!'":
            "found \(found.description) in the handle of a tag, expected '!'"
        case "did not find expected tag URI":
            "found a tag without a name"
        default:
            "found an escape in a tag, expected '%' and the hexadecimal digits of UTF-8"
        }
    }
}
