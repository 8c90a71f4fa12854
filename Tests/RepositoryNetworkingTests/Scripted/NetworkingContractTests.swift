import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import Testing

/// What comes with the runtime keeps the contract that others are checked by.
@Suite struct NetworkingContractTests {
    @Test(
        "a session keeps the contract",
        arguments: NetworkingContract.checks,
        Transport.allCases
    )
    func session(check: NetworkingContract.Check, transport: Transport) async throws {
        try await check.run { url in NetworkingSession(url: url).over(transport) }
    }

    @Test("a stack of middleware keeps the contract", arguments: NetworkingContract.checks)
    func stack(check: NetworkingContract.Check) async throws {
        try await check.run { url in
            NetworkingSession(url: url).with(
                .cache(),
                .sharing(),
                .retry(backoff: Backoff(first: .zero)),
                .logging { _ in }
            )
        }
    }

    @Test("a scripted network keeps the contract", arguments: NetworkingContract.checks)
    func scripted(check: NetworkingContract.Check) async throws {
        try await check.runScripted { $0 }
        try await check.run { url in NetworkingSession(url: url) }
    }

    @Test("each check fails for what does otherwise", arguments: Defect.allCases)
    func defect(_ defect: Defect) async throws {
        var failed: [String] = []
        for check in NetworkingContract.checks where check.description.hasPrefix(defect.rawValue) {
            await #expect(throws: (any Error).self) {
                try await check.runScripted { DefectiveNetworking(defect: defect, base: $0) }
            }
            failed.append(check.description)
        }
        #expect(failed.count == 1)
    }

    @Test("there is a defect for each check")
    func defects() {
        for check in NetworkingContract.checks {
            #expect(Defect.allCases.contains { check.description.hasPrefix($0.rawValue) })
        }
    }
}

/// What a transport may do otherwise, by how the check begins that finds it.
enum Defect: String, CaseIterable, Sendable {
    case losesHeaders = "delivers status, headers"
    case throwsStatuses = "delivers an answer of any status"
    case inventsBodies = "delivers an answer without a body"
    case decodesPaths = "sends method, path"
    case losesBytes = "carries all bytes"
    case mixesAnswers = "gives each of many"
    case forgetsRetryable = "says that a connection broke"
    case repeatsWrites = "says that a write"
    case deliversParts = "delivers no part"
    case forgetsCancelled = "ends with the task"
    case sendsForNobody = "sends nothing for a task"
    case goesElsewhere = "refuses an address"
    case tellsAll = "says in an error"
    case breaksForEver = "goes on after"
    case losesChunks = "delivers the whole body of a streamed"
    case inventsChunks = "delivers an empty body of a streamed"
    case streamsFailures = "delivers a failure whole"
    case endsStreams = "says that a streamed response was cut"
    case cutsBodies = "sends all of a stream"
}

/// A transport with a defect.
private final class DefectiveNetworking: Networking {
    private let defect: Defect
    private let base: ScriptedNetwork
    private let last = Locked<Result<NetworkingResponse, NetworkingError>?>(nil)

    init(defect: Defect, base: ScriptedNetwork) {
        self.defect = defect
        self.base = base
    }

    func send(
        _ request: NetworkingRequest
    ) async throws(NetworkingError) -> NetworkingResponse {
        let before = last.withLock { $0 }
        let result = await result(of: changed(request), before: before)
        last.withLock { $0 = result }
        return try result.get()
    }

    private func changed(_ request: NetworkingRequest) -> NetworkingRequest {
        var request = request
        switch defect {
        case .decodesPaths:
            request.head.path = request.head.path?.replacingOccurrences(of: "%3D", with: "=")
        case .cutsBodies: request.body = request.body?.dropLast(1)
        case .goesElsewhere: request.head.authority = nil
        default: break
        }
        return request
    }

    private func result(
        of request: NetworkingRequest,
        before: Result<NetworkingResponse, NetworkingError>?
    ) async -> Result<NetworkingResponse, NetworkingError> {
        switch (defect, before) {
        case (.breaksForEver, .failure(let error)?): return .failure(error)
        case (.repeatsWrites, _):
            _ = await answer(to: request)
            return await answer(to: request)
        case (.sendsForNobody, _):
            // A task of its own is not cancelled with the one that waits.
            return await Task { await self.answer(to: request) }.value
        default: return await answer(to: request)
        }
    }

    private func answer(
        to request: NetworkingRequest
    ) async -> Result<NetworkingResponse, NetworkingError> {
        do throws(NetworkingError) {
            var response = try await base.send(request)
            switch defect {
            case .losesHeaders: response.head.headerFields = [:]
            case .throwsStatuses where !response.isSuccess:
                return .failure(NetworkingError(.unknown, during: request))
            case .inventsBodies where response.body.isEmpty: response.body = Data("{}".utf8)
            case .mixesAnswers: response.body = Data("0".utf8)
            case .losesBytes: response.body = response.body.dropLast(1)
            case .losesChunks, .endsStreams:
                response = NetworkingResponse(status: 200, body: Data(count: 100))
            case .inventsChunks: response = NetworkingResponse(status: 200, body: Data("{}".utf8))
            case .streamsFailures:
                let chunks = ResponseChunks(response.body)
                response = NetworkingResponse(head: response.head, chunks: chunks)
            default: break
            }
            return .success(response)
        } catch {
            var error = error
            switch defect {
            case .forgetsRetryable: error.isRetryable = false
            case .forgetsCancelled: error.code = .timedOut
            case .tellsAll: error.message = request.head.path ?? ""
            case .deliversParts where error.code == .truncated:
                return .success(NetworkingResponse(status: 200))
            default: break
            }
            return .failure(error)
        }
    }
}
