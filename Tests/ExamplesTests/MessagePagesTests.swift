import Foundation
import Messages
import RepositoryRuntime
import RepositoryTesting
import Testing

/// Pages by the protocol of a repository: from the server, from a mock, and from a hand-written
/// repository.
@Suite struct MessagePagesTests {
    private static let messages = ["one", "two", "three"].map { Message(id: $0, text: $0) }

    private func texts(
        of repository: any MessageRepositoryProtocol
    ) async throws -> [[String]] {
        var texts: [[String]] = []
        for try await page in repository.pages(Criteria(Message.self) { $0.likes >= 0 }) {
            texts.append(page.elements.map(\.text))
        }
        return texts
    }

    @Test("the protocol returns the pages of the server")
    func server() async throws {
        let network = ScriptedNetwork()
        network.script(
            .get,
            "messages",
            .json(try String(decoding: Self.messages.jsonData(), as: UTF8.self))
        )
        let pages = try await texts(of: MessageRepository(store: network))
        #expect(pages == [["one", "two", "three"]])
        #expect(network.requests.count == 1)
    }

    @Test("a mock returns the configured pages, and records the calls")
    func mock() async throws {
        let mock = MessageRepositoryMock()
        mock.pagesStub.returns([Array(Self.messages[..<2]), Array(Self.messages[2...])])
        #expect(try await texts(of: mock) == [["one", "two"], ["three"]])
        for try await page in mock.pages(size: 7) { #expect(!page.elements.isEmpty) }
        #expect(mock.pagesStub.calls.map(\.size) == [nil, 7])
        mock.pagesStub.throws(.server)
        let error = await #expect(throws: RepositoryError.self) {
            for try await _ in mock.pages() {}
        }
        #expect(error?.code == .server)
    }

    @Test("a custom repository returns one page by default, with all it finds")
    func own() async throws {
        struct Kept: PagedRepository {
            typealias Entity = Message

            func find(_ criteria: Criteria) async throws(RepositoryError) -> [Message] {
                Array(MessagePagesTests.messages.prefix(criteria.limit ?? .max))
            }

            func find(id: Message.ID) async throws(RepositoryError) -> Message {
                throw RepositoryError(.notFound, during: "find", message: "There is none.")
            }
        }
        var counts: [Int] = []
        let criteria = Criteria(filter: .always, limit: 1)
        for try await page in Kept().pages(criteria) { counts.append(page.elements.count) }
        #expect(counts == [3])
    }
}
