import Foundation
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension RealServersTests {
    /// FastAPI's document of the application, which is a golden of the import.
    @Suite(.timeLimit(.minutes(5)))
    struct FastAPIDocumentTests {
        private static let golden = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "Goldens/Import/fastapi/openapi.json")

        @Test("the imported document is that of the application")
        func document() async throws {
            let address = try await RealServers.address(of: "fastapi")
            let url = try #require(URL(string: address.url + "/openapi.json"))
            let (data, _) = try await URLSession.shared.data(from: url)
            let found = try JSONSerialization.jsonObject(with: data) as? NSDictionary
            let expected =
                try JSONSerialization.jsonObject(with: Data(contentsOf: Self.golden))
                as? NSDictionary
            #expect(
                found != nil && found == expected,
                "write what \(url) has to \(Self.golden.path), and record the golden"
            )
        }
    }
}
