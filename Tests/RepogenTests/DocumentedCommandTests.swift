import Foundation
import Testing

/// The commands on the documentation's pages exist.
@Suite struct DocumentedCommandTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    static let pages: [String] = {
        let folders = [
            "", ".github/", "Schemas/", "Schemas/Services/",
            "Sources/RepositoryRuntime/Documentation.docc/", "Templates/",
        ]
        return folders.flatMap { folder in
            let names = try? FileManager.default
                .contentsOfDirectory(atPath: root.appending(path: folder).path)
            return (names ?? []).filter { $0.hasSuffix(".md") }.sorted().map { folder + $0 }
        }
    }()

    private static let helpTexts = HelpTexts()

    /// Returns the code on a page, line by line: blocks and inline code.
    private static func code(of page: String) throws -> [String] {
        let text = try String(contentsOf: root.appending(path: page), encoding: .utf8)
        let parts = text.components(separatedBy: "```")
        return parts.enumerated().flatMap { index, part in
            // Output or drawings.
            if !index.isMultiple(of: 2), part.hasPrefix("text\n") { return [String]() }
            let spans = index.isMultiple(of: 2) ? part.components(separatedBy: "`") : [part]
            return spans.enumerated().filter {
                index.isMultiple(of: 2) ? !$0.offset.isMultiple(of: 2) : true
            }
            .flatMap { $0.element.split(separator: "\n").map(String.init) }
        }
    }

    /// Returns the arguments of each call of a command on a page, up to a comment.
    private static func calls(of command: String, in page: String) throws -> [[String]] {
        try code(of: page).compactMap { line in
            let words = line.prefix { $0 != "#" }.split(separator: " ").map(String.init)
            let call = words.first == "$" ? Array(words.dropFirst()) : words
            return call.first == command && call.count > 1 ? Array(call.dropFirst()) : nil
        }
    }

    @Test("the pages contain commands")
    func names() throws {
        #expect(Self.pages.count >= 40)
        let calls = try Self.pages.flatMap { try Self.calls(of: "repogen", in: $0) }
        let known = ["generate", "check", "validate", "format", "schema", "explain", "conventions"]
        let others = ["diff", "init", "import", "infer", "templates", "help"]
        let more = ["diagram", "docs", "mock", "verify", "stats", "--version"]
        #expect(Set(known + others + more) == Set(calls.map { $0[0] }))
    }

    @Test(
        "each command on a page exists, with its options",
        arguments: pages
    )
    func commands(page: String) async throws {
        for call in try Self.calls(of: "repogen", in: page) {
            guard call != ["--version"] else { continue }
            let isGroup = ["import", "templates"].contains(call[0])
            let names = isGroup ? Array(call.prefix(2)) : [call[0]]
            let command = call[0] == "help" ? Array(call.dropFirst()) : names
            let help = try await Self.helpTexts.help(for: command)
            #expect(help.status == 0, "\(call)")
            #expect(help.output.contains("USAGE: repogen \(command.joined(separator: " "))"))
            for option in call where option.hasPrefix("--") {
                #expect(help.output.contains(option), "\(call)")
            }
        }
    }

    @Test(
        "keys with '?' in braces are quoted, as some YAML parsers require",
        arguments: pages
    )
    func flowMappings(page: String) throws {
        let text = try String(contentsOf: Self.root.appending(path: page), encoding: .utf8)
        let blocks = text.components(separatedBy: "```yaml\n").dropFirst()
            .map { $0.components(separatedBy: "```")[0] }
        for line in blocks.joined().split(separator: "\n") {
            guard let brace = line.firstIndex(of: "{") else { continue }
            let flow = line[brace...].replacing(/"[^"]*"|#.*/, with: "")
            #expect(!flow.contains("?"), "\(line)")
        }
    }

    @Test("each make target on a page exists", arguments: pages)
    func targets(page: String) throws {
        let makefile = try String(
            contentsOf: Self.root.appending(path: "Makefile"),
            encoding: .utf8
        )
        for call in try Self.calls(of: "make", in: page) {
            #expect(makefile.contains("\n\(call[0]):"), "\(call)")
        }
    }
}

/// The help of each command, for which the tool runs once.
private actor HelpTexts {
    private var runs: [[String]: Task<CommandLineTool.Run, any Error>] = [:]

    func help(for command: [String]) async throws -> CommandLineTool.Run {
        if let run = runs[command] { return try await run.value }
        let run = Task {
            try await CommandLineTool.run(
                ["help"] + command,
                in: FileManager.default.temporaryDirectory
            )
        }
        runs[command] = run
        return try await run.value
    }
}
