import Foundation
import TestSupport
import Testing

/// The package trait `URLSession`: without it, nothing needs FoundationNetworking.
@Suite struct URLSessionTraitTests {
    private static let sources = DocumentationPageTests.root.appending(path: "Sources")

    private static func files(of module: String) throws -> [URL] {
        let folder = sources.appending(path: module)
        return try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".swift") }.sorted().map { folder.appending(path: $0) }
    }

    @Test("RepositoryNetworking compiles without the trait")
    func compiles() async throws {
        let files = try Self.files(of: "RepositoryNetworking")
        #expect(files.count > 100)
        // SwiftPM names a package by its folder.
        let folder = DocumentationPageTests.root.standardizedFileURL.lastPathComponent.lowercased()
        let package = String(folder.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        let messages = try await SwiftCompiler.typecheck(
            files,
            mode: .upcomingFeatures,
            flags: ["-package-name", package]
        )
        #expect(messages.isEmpty, "\(messages)")
    }

    @Test("no module imports FoundationNetworking, unless the trait is enabled")
    func imports() throws {
        let modules = try FileManager.default.contentsOfDirectory(atPath: Self.sources.path)
            .filter { $0 != "Examples" }
        var found = 0
        for file in try modules.flatMap({ try Self.files(of: $0) }) {
            let text = try String(contentsOf: file, encoding: .utf8)
            guard text.contains("import FoundationNetworking") else { continue }
            found += 1
            let isOfTrait = text.hasPrefix("#if URLSession\n") && text.hasSuffix("#endif\n")
            #expect(isOfTrait, "\(file.path)")
        }
        #expect(found >= 4)
    }

    @Test("the page on networking names the trait, and the static build disables it")
    func documentation() throws {
        let root = DocumentationPageTests.root
        let manifest = try String(
            contentsOf: root.appending(path: "Package.swift"),
            encoding: .utf8
        )
        #expect(manifest.contains(#".default(enabledTraits: ["URLSession"])"#))
        let page = try MarkdownPage(
            DocumentationPageTests.folder.appending(path: "ConfiguringNetworking.md")
        )
        #expect(page.others.map(\.text).joined().contains(#"from: "0.1.0"), traits: [])"#))
        let script = root.appending(path: "Scripts/static-build")
        #expect(
            try String(contentsOf: script, encoding: .utf8).contains("--disable-default-traits")
        )
    }
}
