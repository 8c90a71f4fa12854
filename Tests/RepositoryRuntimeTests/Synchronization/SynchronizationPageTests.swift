import Foundation
import Testing

/// The pages about synchronization match the code: its laws are tests, its cases and files exist.
@Suite struct SynchronizationPageTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
    private static let catalog = root.appending(
        path: "Sources/RepositoryRuntime/Documentation.docc"
    )
    private static let sources = root.appending(path: "Sources/RepositoryLocal")
    private static let core = sources.appending(path: "Synchronization/Core")

    private func text(_ file: URL) throws -> String {
        try String(contentsOf: file, encoding: .utf8)
    }

    private func page(_ name: String = "Synchronization.md") throws -> String {
        try text(Self.catalog.appending(path: name))
    }

    /// Returns the part of the page under a heading.
    private func section(_ heading: String) throws -> Substring {
        let page = try page()
        let start = try #require(page.range(of: "\n## \(heading)\n")).upperBound
        return page[start...].prefix { $0 != "\0" }.split(separator: "\n## ").first ?? ""
    }

    @Test("every law of the page is the title of a test, and vice versa")
    func laws() throws {
        let laws = try section("The laws").matches(of: /(?m)^- \*\*(.*)\*\*$/).map { String($0.1) }
        let folder = Self.root.appending(
            path: "Tests/RepositoryRuntimeTests/Synchronization/Laws"
        )
        var titles: [String] = []
        var count = 0
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
            let text = try text(folder.appending(path: name))
            titles += text.matches(of: /@Test\(\s*"(.*)"/).map { String($0.1) }
            count += text.matches(of: /@Test\b/).count
        }
        #expect(laws.sorted() == titles.sorted())
        #expect(count == laws.count)
        #expect((15...30).contains(laws.count))
        #expect(Set(laws).count == laws.count)
    }

    /// Returns the names of the cases of an enumeration in a file.
    private func cases(of name: String, in file: String) throws -> Set<String> {
        let text = try text(Self.core.appending(path: file))
        let start = try #require(text.range(of: "enum \(name)")).upperBound
        let body = text[start...].split(separator: "\n}").first ?? ""
        return Set(body.matches(of: /(?m)^    case (\w+)/).map { String($0.1) })
    }

    @Test("the tables of the page contain every transaction, effect and event")
    func tables() throws {
        let transactions = try section("The transactions").matches(of: /(?m)^\| `(\w+)` \| [A-Z]/)
        #expect(
            try Set(transactions.map { String($0.1) })
                == cases(of: "SyncTransaction", in: "SyncTransaction.swift")
        )
        let rows = try section("The state machine").matches(
            of: /(?m)^\| (?:`(\w+)`)?.*\| `(\w+)` \|$/
        )
        let effects = Set(rows.compactMap { $0.1.map(String.init) })
        #expect(try effects == cases(of: "SyncEffect", in: "SyncEffect.swift"))
        let events = Set(rows.map { String($0.2) })
        #expect(try events == cases(of: "SyncEvent", in: "SyncEffect.swift"))
    }

    @Test("the files of an offline update exist, and are listed once")
    func files() throws {
        let text = try page("AnOfflineUpdate.md")
        let rows = text.matches(of: /(?m)^\| (\d+) \| `([^`]*)`/)
        #expect(rows.map { Int($0.1) } == Array(1...rows.count))
        let files = rows.map { String($0.2) }
        #expect(Set(files).count == files.count)
        // The first is generated.
        let named = text.matches(of: /`([^`]*\.swift)`/).dropFirst().map { String($0.1) }
        #expect(named.count > files.count)
        for file in named {
            let folder = file.hasPrefix("Sources/") ? Self.root : Self.sources
            let path = folder.appending(path: file).path
            #expect(FileManager.default.fileExists(atPath: path), "\(file)")
        }
    }
}
