import Diagnostics
import Testing
import YAMLTree

@Suite struct YAMLRuleTests {
    /// Returns a file that breaks a rule; nil for the rule that no known text breaks.
    private static func violation(of rule: YAMLRule) -> SourceFile? {
        let text: String
        switch rule {
        case .invalidEncoding: return SourceFile(path: "a.yaml", bytes: [0xFF])
        case .fileTooLarge:
            return SourceFile(path: "a.yaml", bytes: Array(repeating: 10, count: 9_000))
        case .jsonSyntax: return SourceFile(path: "a.json", text: "{a: 1}")
        // This rule is for errors of later versions of libyaml; other tests check its wording.
        case .yamlSyntax: return nil
        case .controlCharacter: text = "a: \0"
        case .multipleDocuments: text = "a\n--- b"
        case .unfinishedMerge: text = "<<<<<<< HEAD\na: 1\n=======\na: 2\n>>>>>>> b\n"
        case .tabIndentation: text = "a:\n\tb: 1"
        case .invalidIndentation: text = "a:\n  b: 1\n c: 2"
        case .unexpectedIndicator: text = "a: b: c"
        case .unexpectedContent: text = "[a, , b]"
        case .unexpectedCharacter: text = "a: @b"
        case .missingColon: text = "a: 1\nb\n"
        case .unclosedQuote: text = "a: 'b"
        case .unclosedBracket: text = "a: [b"
        case .invalidEscape: text = "\"\\d\""
        case .invalidBlockHeader: text = "a: | b"
        case .invalidAnchor: text = "a: &"
        case .invalidTag: text = "a: !e!b c"
        case .invalidDirective: text = "%FOO\n--- a"
        case .duplicateKey: text = "{a: 1, a: 2}"
        case .undefinedAlias: text = "*a"
        case .aliasCycle: text = "&a [*a]"
        case .invalidMerge: text = "<<: 1"
        case .tagMismatch: text = "!!int x"
        case .nestingTooDeep: text = String(repeating: "[", count: 200)
        case .tooManyNodes: text = "[" + String(repeating: "a, ", count: 60) + "]"
        case .tooManyKeys: text = "{" + (0..<30).map { "a\($0), " }.joined() + "}"
        }
        return SourceFile(path: "a.yaml", text: text)
    }

    /// Returns the diagnostics of a file under limits that small files can exceed.
    private static func mistakes(in file: SourceFile) -> [Diagnostic] {
        var limits = YAMLReader.Limits()
        (limits.bytes, limits.depth, limits.nodes, limits.keys) = (8_000, 50, 50, 20)
        return Reading.mistakes(in: file, limits: limits)
    }

    @Test(arguments: YAMLRule.allCases)
    func isBrokenBySomething(rule: YAMLRule) throws {
        guard let file = Self.violation(of: rule) else {
            #expect(rule == .yamlSyntax)
            return
        }
        let mistakes = Self.mistakes(in: file)
        #expect(mistakes.map(\.rule) == [rule.rawValue])
        #expect(mistakes.allSatisfy { $0.severity == .error && $0.range.path == file.path })
    }

    @Test(arguments: YAMLRule.allCases)
    func hasAStableIdentifier(rule: YAMLRule) {
        #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
        #expect(!rule.rawValue.hasPrefix("-") && !rule.rawValue.hasSuffix("-"))
    }

    @Test(arguments: YAMLRule.allCases)
    func speaksInOneStyle(rule: YAMLRule) {
        for mistake in Self.violation(of: rule).map(Self.mistakes) ?? [] {
            for text in [mistake.message, mistake.hint ?? "a"] + mistake.notes.map(\.message) {
                #expect(text.first?.isUppercase == false)
                #expect(!text.hasSuffix("."))
                #expect(!text.contains("\n"))
            }
        }
    }
}
