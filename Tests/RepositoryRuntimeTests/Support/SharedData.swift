import Foundation

/// The folder of data that others wrote, beside the repository or where the environment says.
enum SharedData {
    static let folder: URL = {
        if let path = ProcessInfo.processInfo.environment["REPOGEN_SHARED_DATA"] {
            return URL(fileURLWithPath: path)
        }
        return URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../../shared/data").standardizedFileURL
    }()

    static let testSuite = folder.appendingPathComponent("json/JSONTestSuite")

    static var hasTestSuite: Bool { FileManager.default.fileExists(atPath: testSuite.path) }

    /// The cases of JSONTestSuite whose names begin so; none where the data is absent.
    static func testSuiteCases(_ prefix: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: testSuite.path)
        return (names ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }

    static func testSuiteCase(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: testSuite.appendingPathComponent(name)))
    }
}
