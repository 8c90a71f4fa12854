import Foundation
import HTTPTypes
import RepositoryRuntime
import RepositoryTesting
import Testing

/// The parts of the runtime pass the contract for custom ones.
@Suite struct NetworkingContractTests {
    @Test(
        "a session passes the contract",
        arguments: NetworkingContract.checks,
        Transport.allCases
    )
    func session(check: NetworkingContract.Check, transport: Transport) async throws {
        try await check.run { url in NetworkingSession(url: url).over(transport) }
    }

    @Test("a stack of middleware passes the contract", arguments: NetworkingContract.checks)
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

    @Test("a scripted network passes the contract", arguments: NetworkingContract.checks)
    func scripted(check: NetworkingContract.Check) async throws {
        try await check.runScripted { $0 }
        try await check.run { url in NetworkingSession(url: url) }
    }

    @Test("each check fails for its defect", arguments: Defect.allCases)
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

/// The defects of a transport, by the prefix of the check that detects them.
enum Defect: String, CaseIterable, Sendable {
    case losesHeaders = "delivers status, header fields"
    case throwsStatuses = "delivers a response with any"
    case inventsBodies = "delivers an empty body for"
    case decodesPaths = "sends method, path"
    case losesBytes = "transfers large binary"
    case mixesAnswers = "matches concurrent requests"
    case forgetsRetryable = "reports a lost connection"
    case repeatsWrites = "reports a write without"
    case deliversParts = "never delivers a truncated"
    case forgetsCancelled = "stops when the waiting task"
    case sendsForNobody = "sends nothing for a cancelled"
    case goesElsewhere = "rejects a URL"
    case tellsAll = "names the operation in an error"
    case breaksForEver = "continues after a failure"
    case losesChunks = "delivers the complete body of a streamed"
    case inventsChunks = "delivers an empty streamed"
    case streamsFailures = "delivers an error response"
    case endsStreams = "reports a truncated streamed"
    case cutsBodies = "sends a streamed body"
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
            // A separate task is not cancelled with the waiting one.
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
