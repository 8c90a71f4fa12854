import Foundation
import SchemaLanguage
import Testing

@testable import SwiftEmitter

/// The formatter of this project changes nothing in generated code.
@Suite struct GeneratedLayoutTests {
    // Skipped if no formatter is on the path.
    @Test(.enabled(if: Toolchain.swift != nil))
    func formatterChangesNothing() throws {
        let folder = try allOutput()
        let before = try folder.paths.map(folder.contents)
        let outcome = try format(["format", "--in-place"], folder)
        #expect(outcome.status == 0, "\(outcome.output.prefix(4000))")
        let after = try folder.paths.map(folder.contents)
        for (path, (before, after)) in zip(folder.paths, zip(before, after)) {
            let changed = after.split(separator: "\n").difference(
                from: before.split(separator: "\n")
            )
            let isSame = changed.isEmpty
            #expect(isSame, "\(path): \(changed.prefix(10).map(\.description))")
        }
    }

    @Test(.enabled(if: Toolchain.swift != nil))
    func linterFindsNothing() throws {
        let outcome = try format(["format", "lint", "--strict"], try allOutput())
        #expect(outcome.status == 0, "\(outcome.output.prefix(4000))")
    }

    @Test(arguments: [CheckedSchema.sample, .shop, .hostile, .hostileTypes])
    func filesEndInOneLineBreakAndHaveNoMarks(schema: CheckedSchema) throws {
        for file in try SwiftEmitter().emit(schema) {
            #expect(file.contents.hasSuffix("\n") && !file.contents.hasSuffix("\n\n"))
            let controls = file.contents.unicodeScalars.filter { $0.isASCII && $0.value < 0x20 }
            #expect(controls.allSatisfy { $0 == "\n" }, "\(file.path)")
            #expect(!file.contents.contains(" \n"), "\(file.path)")
        }
    }

    private func allOutput() throws -> OutputFolder {
        let folder = try OutputFolder()
        for access in ProjectConfiguration.AccessLevel.allCases {
            let emitter = try SwiftEmitter(
                configuration: SwiftEmitter.Configuration(access: access)
            )
            try folder.write(emitter.emit(.sample), into: "Sample-\(access.rawValue)")
        }
        try folder.write(SwiftEmitter().emit(.shop), into: "Shop")
        try folder.write(SwiftEmitter().emit(.hostile), into: "Hostile")
        try folder.write(SwiftEmitter().emit(.hostileTypes), into: "HostileTypes")
        return folder
    }

    private func format(_ arguments: [String], _ folder: OutputFolder) throws -> Toolchain.Outcome {
        let swift = try #require(Toolchain.swift)
        let configuration = Toolchain.root.appending(path: ".swift-format").path
        return try Toolchain.run(
            swift,
            arguments + ["--configuration", configuration, "--recursive", "."],
            in: folder.url
        )
    }
}

extension CollectionDifference.Change where ChangeElement: StringProtocol {
    fileprivate var description: String {
        switch self {
        case .insert(_, let line, _): "+\(line)"
        case .remove(_, let line, _): "-\(line)"
        }
    }
}
