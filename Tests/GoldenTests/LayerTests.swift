import Foundation
import Testing

/// The page about layers draws the targets of the runtime as they are: their folders and
/// dependencies.
@Suite struct LayerTests {
    /// A target as the page draws it.
    private struct Target {
        let name: String
        let foundations: Set<String>
        var folders: Set<String> = []
    }

    private static let sources = GoldenCase.goldens.deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "Sources")

    /// The targets in the order of the page.
    private static func drawn() throws -> [Target] {
        let page = try MarkdownPage(DocumentationPageTests.folder.appending(path: "Layers.md"))
        let tree = try #require(page.blocks.first { $0.language == "text" })
        var targets: [Target] = []
        for line in tree.text.split(separator: "\n") {
            let name = String(line.drop { $0 == " " }.prefix { $0 != " " })
            guard !line.hasPrefix(" ") else {
                try #require(!targets.isEmpty)
                targets[targets.count - 1].folders.insert(name)
                continue
            }
            let foundations = line.split(separator: "; on ").dropFirst().first ?? ""
            let names = foundations.split(separator: ", ").map(String.init)
            targets.append(Target(name: name, foundations: Set(names)))
        }
        return targets
    }

    /// The modules that the files of a folder import, by file.
    private func imports(in folder: URL) throws -> [(file: String, module: String)] {
        let statement = /^(?:@\w+ )*(?:public |package |internal )?import (\w+)/
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }
            .flatMap { file in
                try String(contentsOf: folder.appending(path: file), encoding: .utf8)
                    .matches(of: statement.anchorsMatchLineEndings())
                    .map { (file, String($0.1)) }
            }
    }

    @Test("a target imports only the targets that the page names, which are drawn before it")
    func imports() throws {
        let targets = try Self.drawn()
        #expect(targets.count == 8)
        var before: Set<String> = []
        for target in targets {
            #expect(target.foundations.isSubset(of: before), "\(target.name) builds on a later one")
            before.insert(target.name)
            let imports = try imports(in: Self.sources.appending(path: target.name))
            for (file, module) in imports where module.hasPrefix("Repository") {
                #expect(target.foundations.contains(module), "\(target.name)/\(file): \(module)")
            }
            let imported = Set(imports.map(\.module))
            #expect(target.foundations.isSubset(of: imported), "\(target.name) needs fewer")
        }
    }

    @Test("the values layer does not use HTTP")
    func values() throws {
        let imports = try imports(in: Self.sources.appending(path: "RepositoryValues"))
        #expect(!imports.isEmpty)
        let known: Set = ["Foundation", "FoundationEssentials", "Glibc", "Musl", "Darwin"]
        for (file, module) in imports { #expect(known.contains(module), "\(file): \(module)") }
    }

    @Test("the page lists every folder of a target, and no other")
    func folders() throws {
        for target in try Self.drawn() {
            let folder = Self.sources.appending(path: target.name)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            let folders = names.filter { name in
                var isFolder: ObjCBool = false
                let path = folder.appending(path: name).path
                return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
                    && isFolder.boolValue && !name.hasSuffix(".docc")
            }
            #expect(Set(folders) == target.folders, "\(target.name)")
        }
    }
}
