import RepositoryRuntime
import Testing

@testable import RepositoryLocal

/// The URLs of files.
@Suite struct FileAddressTests {
    @Test(
        "a file is below the entity, whatever a request to read it adds",
        arguments: [
            ("albums/7", "albums/7"), ("/v1/albums/7/", "/v1/albums/7"),
            ("albums/7.json", "albums/7"), ("albums/7/full", "albums/7"), ("albums", "albums/7"),
            ("albums/7/albums/7", "albums/7/albums/7"), ("albums/71/", "albums/71/7"),
        ]
    )
    func place(address: String, expected: String) {
        #expect(RemoteCollection.place(of: "7", in: address[...]) == expected)
    }

    @Test("an identity is percent-encoded")
    func encoded() {
        let place = RemoteCollection.place(of: "a b", in: "albums/a%20b/")
        #expect(place == "albums/a%20b")
    }
}
