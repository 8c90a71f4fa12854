import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A plain URLSession, to demonstrate the problems that the runtime avoids.
enum PlainSession {
    /// The result of a request.
    enum Outcome: Equatable {
        /// A response, with its status and body.
        case response(Int, String)
        /// An error, with its code.
        case error(Int)
        /// No result; the request was then cancelled.
        case nothing
    }

    /// Sends a request, and cancels it after some time.
    static func outcome(of request: URLRequest, patience: Duration) async -> Outcome {
        await withTaskGroup(of: Outcome.self) { group in
            group.addTask {
                let session = URLSession(configuration: .ephemeral)
                defer { session.invalidateAndCancel() }
                do {
                    let (data, response) = try await session.data(for: request)
                    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
                    return .response(status, String(decoding: data, as: UTF8.self))
                } catch {
                    return .error((error as? URLError)?.code.rawValue ?? 0)
                }
            }
            group.addTask {
                try? await Task.sleep(for: patience)
                return .nothing
            }
            let first = await group.next() ?? .nothing
            group.cancelAll()
            return first
        }
    }

    /// Sends a request with a body to a URL.
    static func outcome(
        _ method: String = "GET",
        _ address: String,
        body: String? = nil,
        patience: Duration = .seconds(60)
    ) async throws -> Outcome {
        guard let url = URL(string: address) else {
            throw URLError(.badURL)
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body.map { Data($0.utf8) }
        return await outcome(of: request, patience: patience)
    }
}
