import Diagnostics
import Testing
import YAMLTree

/// The parsing cases of JSONTestSuite.
///
/// The data is not part of the package; without it, these tests are skipped.
@Suite(.enabled(if: SharedData.isPresent, "the shared data is absent"))
struct JSONTestSuiteTests {
    private static let folder = "json/JSONTestSuite"
    private static let names = SharedData.names(in: folder).filter { $0.hasSuffix(".json") }

    /// Valid JSON that this reader rejects on purpose: duplicate keys.
    private static let refusedOnPurpose: Set = [
        "y_object_duplicated_key.json", "y_object_duplicated_key_and_value.json",
    ]

    @Test func isComplete() {
        #expect(Self.names.count >= 300)
    }

    @Test(arguments: names)
    func reads(name: String) {
        let bytes = SharedData.bytes(of: "\(Self.folder)/\(name)")
        let file = SourceFile(path: name, bytes: bytes)
        // A blank text is not JSON; like an empty YAML file, it is not an error of a user either.
        let isRead = ((try? YAMLReader().read(file)) ?? nil) != nil
        switch name.prefix(2) {
        case "y_": #expect(isRead != Self.refusedOnPurpose.contains(name))
        case "n_": #expect(!isRead)
        default: break  // An implementation may do as it likes, but not crash.
        }
    }
}
