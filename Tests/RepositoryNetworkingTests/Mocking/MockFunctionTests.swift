import Foundation
import RepositoryRuntime
import Testing

@Suite("A mock")
struct MockFunctionTests {
    /// The layer above: it knows a protocol, but no transport.
    struct Screen {
        let messages: any MessageRepositoryProtocol

        func firstText() async throws(RepositoryError) -> String? {
            try await messages.findOne()?.text
        }
    }

    @Test("Repository layer sample: a repository is easy to mock")
    func repository() async throws {
        let mock = MessageRepositoryMock()
        let message = Message(id: "1", text: "hi")
        mock.findStub.returns([message])
        let text = try await Screen(messages: mock).firstText()
        #expect(text == "hi")
        #expect(mock.findStub.calls == [Criteria.all.limited(to: 1)])

        mock.patchStub.answers { arguments in
            Message(id: arguments.id, text: "patched")
        }
        let patched = try await mock.patch(id: "5", with: Message.Patch(text: .set("patched")))
        #expect(patched == Message(id: "5", text: "patched"))
        #expect(mock.patchStub.calls.map(\.id) == ["5"])
    }

    @Test("can be used as any of its protocols")
    func capabilities() async throws {
        let mock = MessageRepositoryMock()
        mock.findByIDStub.returns(Message(id: "1", text: "hi"))
        mock.deleteStub.returns()
        func deleteFirst(
            of repository: some ReadRepository<Message> & DeleteRepository<Message>
        ) async throws(RepositoryError) {
            try await repository.delete(repository.find(id: "1"))
        }
        try await deleteFirst(of: mock)
        let reading: any ReadRepository<Message> = mock
        let found = try await reading.find(id: "1")
        #expect(found.text == "hi")
        #expect(mock.deleteStub.calls == ["1"])
    }

    @Test("has a stub for each function of its protocols")
    func functions() async throws {
        let mock = MessageRepositoryMock()
        let message = Message(id: "1", text: "hi")
        let draft = Message.Draft(text: "hi")
        mock.createStub.returns(message)
        mock.pagesStub.returns([[message], []])
        mock.updateStub.returns(message)
        mock.patchFromStub.returns(message)
        try await mock.create(draft)
        var sizes: [Int] = []
        for try await page in mock.pages(.all, size: 5) { sizes.append(page.elements.count) }
        try await mock.update(message)
        try await mock.patch(message, from: message)
        #expect(mock.createStub.calls.map(\.text) == ["hi"])
        #expect(sizes == [1, 0])
        #expect(mock.pagesStub.calls.map(\.size) == [5])
        #expect(mock.updateStub.calls == [message])
        #expect(mock.patchFromStub.callCount == 1)
        #expect(mock.findStub.callCount == 0)
    }

    @Test("without a stub throws an error that explains it, and does not crash")
    func notTold() async throws {
        let mock = MessageRepositoryMock()
        let error = await #expect(throws: RepositoryError.self) { try await mock.find(id: "1") }
        #expect(error?.code == .notTold)
        #expect(error?.operation == "find(id:)")
        #expect(mock.findByIDStub.calls == ["1"])
    }

    @Test("answers in order, and the last answer repeats")
    func order() async throws {
        let function = MockFunction<Void, Int>("next")
        function.returns(1, 2)
        var answers: [Int] = []
        for _ in 1...3 {
            answers.append(try await function.call())
        }
        #expect(answers == [1, 2, 2])
        #expect(function.callCount == 3)
        function.reset()
        #expect(function.callCount == 0)
    }

    @Test("fails as stubbed")
    func failure() async throws {
        let mock = MessageRepositoryMock()
        mock.deleteStub.throws(.forbidden)
        let error = await #expect(throws: RepositoryError.self) { try await mock.delete(id: "1") }
        #expect(error?.code == .forbidden)
    }

    @Test("may be called from many tasks concurrently")
    func concurrent() async throws {
        let function = MockFunction<Int, Int>("double")
        function.answers { $0 * 2 }
        let sum = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 1...100 {
                group.addTask { try await function.call(number) }
            }
            return try await group.reduce(0, +)
        }
        #expect(sum == 10_100)
        #expect(function.calls.sorted() == Array(1...100))
    }

    @MainActor
    @Test("and its repository may be used on the main actor")
    func mainActor() async throws {
        let mock = MessageRepositoryMock()
        mock.findStub.returns([])
        let prefix = "h"
        let found = try await mock.find { $0.text.hasPrefix(prefix) }
        #expect(found.isEmpty)
    }

    @Test("of a repository of endpoints has the defaults of its parameters")
    func endpoints() async throws {
        let mock = ChatRepositoryMock()
        mock.newestStub.returns([])
        let chat: any ChatRepositoryProtocol = mock
        _ = try await chat.newest()
        _ = try await chat.newest(limit: 5)
        _ = try await chat.newest(after: "y")
        _ = try await mock.newest(limit: 5, after: "x")
        #expect(mock.newestStub.calls.map(\.limit) == [20, 5, 20, 5])
        #expect(mock.newestStub.calls.map(\.after) == [nil, nil, "y", "x"])
        let suggestions = try await ChatRepository(networking: NetworkingSession(url: ""))
            .suggestions()
        #expect(suggestions == ["hello", "bye"])
    }
}
