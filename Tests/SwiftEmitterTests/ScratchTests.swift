import Foundation
import Testing

@testable import SchemaLanguage
@testable import SwiftEmitter

@Suite struct ScratchTests {
    @Test func dump() throws {
        for (name, schema) in [("shop", CheckedSchema.shop), ("hostile", .hostileTypes)] {
            for file in try SwiftEmitter().emit(schema) {
                let url = URL(filePath: "/tmp/emscratch/out/\(name)/\(file.path)")
                try FileManager.default.createDirectory(
                    at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.contents.utf8).write(to: url)
            }
        }
    }
}
