import Foundation

/// The folder of external data, next to the repository or in an environment variable.
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

    /// Returns the cases of JSONTestSuite with a name prefix; none if the data is missing.
    static func testSuiteCases(_ prefix: String) -> [String] {
        let names = try? FileManager.default.contentsOfDirectory(atPath: testSuite.path)
        return (names ?? []).filter { $0.hasPrefix(prefix) }.sorted()
    }

    static func testSuiteCase(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: testSuite.appendingPathComponent(name)))
    }
}
