import ExampleServer
import Foundation
import HTTPTypes
import Testing

@testable import RepositoryNetworking

@Suite("Equal concurrent reads")
struct SharingTests {
    private let read = NetworkingRequest(method: .get, path: "/messages?x=1")

    @Test("are one exchange for a hundred callers, who all get a response")
    func manyCallers() async throws {
        try await withExampleServer { server, url in
            let open = Signal()
            let sharing = SharingMiddleware()
            let networking = NetworkingSession(url: url)
                .with(sharing, Around(before: { _ in await open.wait() }))
            let tasks = (0..<100).map { _ in Task { try await networking.send(read).body } }
            try await until { sharing.reads.waiters == 100 }
            await open.give()
            for task in tasks {
                #expect(try await task.value == Data("[]".utf8))
            }
            #expect(await server.requests.count == 1)
            // The next one is another exchange, with the current state.
            _ = try await networking.send(read)
            #expect(await server.requests.count == 2)
            #expect(sharing.reads.waiters == 0)
        }
    }

    @Test("fail for all waiting callers")
    func failure() async throws {
        try await withClosedPort { url in
            let open = Signal()
            let sharing = SharingMiddleware()
            let networking = NetworkingSession(url: url)
                .with(sharing, Around(before: { _ in await open.wait() }))
            let tasks = (0..<3).map { _ in Task { try await networking.send(read) } }
            try await until { sharing.reads.waiters == 3 }
            await open.give()
            for task in tasks {
                let error = await #expect(throws: NetworkingError.self) { try await task.value }
                #expect(error?.code == .cannotConnect)
            }
        }
    }

    @Test("continue when one caller cancels, even the first, whose call ends immediately")
    func cancelledCaller() async throws {
        try await withExampleServer { server, url in
            let open = Signal()
            let sharing = SharingMiddleware()
            let networking = NetworkingSession(url: url)
                .with(sharing, Around(before: { _ in await open.wait() }))
            let first = Task { try await networking.send(read) }
            try await until { sharing.reads.waiters == 1 }
            let second = Task { try await networking.send(read) }
            try await until { sharing.reads.waiters == 2 }
            first.cancel()
            let error = await #expect(throws: NetworkingError.self) { try await first.value }
            #expect(error?.code == .cancelled)
            await open.give()
            #expect(try await second.value.status == 200)
            #expect(await server.requests.count == 1)
        }
    }

    @Test("are cancelled when all callers are; later callers start again")
    func allCancelled() async throws {
        try await withRawServer(.sendAndHang(""), .send(answer)) { server, url in
            let ended = Signal()
            let sharing = SharingMiddleware()
            let networking = NetworkingSession(url: url)
                .with(sharing, Around(after: { _ in await ended.give() }))
            let tasks = (0..<3).map { _ in Task { try await networking.send(read) } }
            try await until { sharing.reads.waiters == 3 }
            try await until { await server.requests.count == 1 }
            for task in tasks { task.cancel() }
            // The exchange has ended, although the server never responds.
            await ended.wait()
            for task in tasks {
                await #expect(throws: NetworkingError.self) { try await task.value }
            }
            #expect(try await networking.send(read).status == 200)
            #expect(await server.requests.count == 2)
        }
    }

    private let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}"

    @Test("are not started for a caller that is already cancelled")
    func cancelledBefore() async throws {
        try await withExampleServer { server, url in
            let networking = NetworkingSession(url: url).with(.sharing())
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await networking.send(read)
            }
            task.cancel()
            let error = await #expect(throws: NetworkingError.self) { try await task.value }
            #expect(error?.code == .cancelled)
            #expect(await server.requests.isEmpty)
        }
    }

    @Test("are those with the same URL, header fields, API, environment, time-out and user only")
    func different() async throws {
        try await withExampleServer { server, url in
            let open = Signal()
            let user = Box("a")
            let credentials = Credentials { .token(user.withLock { $0 }) }
            let sharing = SharingMiddleware()
            let networking = NetworkingSession(url: url, credentials: credentials)
                .with(sharing, Around(before: { _ in await open.wait() }))
            var requests = [read]
            requests.append(NetworkingRequest(method: .get, path: "/messages?x=2"))
            requests.append(
                NetworkingRequest(method: .get, path: "/messages?x=1", headers: [.accept: "a/b"])
            )
            requests.append(NetworkingRequest(method: .head, path: "/messages?x=1"))
            requests.append(NetworkingRequest(method: .post, path: "/messages", body: Data()))
            requests.append(NetworkingRequest(method: .post, path: "/messages", body: Data()))
            var anonymous = read
            anonymous.authenticates = false
            requests.append(anonymous)
            var patient = read
            patient.timeout = .seconds(90)
            requests.append(patient)
            var service = read
            service.api = BearerService.self
            requests.append(service)
            let tasks = requests.map { request in Task { try await networking.send(request) } }
            try await until { sharing.reads.waiters == 6 }
            // Another user requests the same while the first response is in flight.
            user.withLock { $0 = "b" }
            let other = Task { try await networking.send(read) }
            try await until { sharing.reads.waiters == 7 }
            await open.give()
            for task in tasks + [other] { _ = try await task.value }
            #expect(await server.requests.count == requests.count + 1)
        }
    }

    @Test("that started before a write are not used for later reads")
    func afterWrite() async throws {
        try await withExampleServer { server, url in
            let (open, held) = (Signal(), Box(true))
            let sharing = SharingMiddleware()
            let networking = NetworkingSession(url: url).with(
                sharing,
                // The first response is outdated, and arrives late.
                Around(after: { request in
                    let isFirst = held.withLock { held in
                        defer { if request.head.method == .get { held = false } }
                        return held && request.head.method == .get
                    }
                    if isFirst { await open.wait() }
                })
            )
            let messages = MessageRepository(store: networking)
            let before = Task { try await messages.find() }
            try await until { held.withLock { !$0 } }
            let created = try await messages.create(Message.Draft(text: "new"))
            #expect(try await messages.find() == [created])
            await open.give()
            #expect(try await before.value == [])
        }
    }
}
