public import Foundation
public import HTTPTypes
public import RepositoryRuntime

extension ScriptedNetwork {
    /// The answer to a request.
    public struct Answer: Sendable {
        enum Content: Sendable {
            case response(NetworkingResponse)
            case parts(NetworkingResponse, [Data])
            case truncated(NetworkingResponse, count: Int)
            case failure(NetworkingError.Code)
            case untold
        }

        let content: Content
        private(set) var delay: Duration?

        init(_ content: Content) {
            self.content = content
        }

        /// Returns a response.
        ///
        /// - Parameters:
        ///   - status: The status code.
        ///   - headers: The header fields.
        ///   - body: The bytes of the body.
        /// - Returns: The answer.
        public static func response(
            _ status: Int,
            headers: HTTPFields = [:],
            body: Data = Data()
        ) -> Answer {
            Answer(.response(NetworkingResponse(status: status, headers: headers, body: body)))
        }

        /// Returns a response in JSON.
        ///
        /// - Parameters:
        ///   - text: The text of the body.
        ///   - status: The status code.
        ///   - headers: Additional header fields.
        /// - Returns: The answer.
        public static func json(
            _ text: String,
            status: Int = 200,
            headers: HTTPFields = [:]
        ) -> Answer {
            var all = headers
            all[.contentType] = "application/json"
            return .response(status, headers: all, body: Data(text.utf8))
        }

        /// Returns a response whose body is delivered in parts if the request streams it.
        ///
        /// - Parameters:
        ///   - parts: The parts of the body.
        ///   - mediaType: Their media type, for example `text/event-stream`.
        ///   - headers: Additional header fields.
        /// - Returns: The answer.
        public static func streamed(
            _ parts: [Data],
            as mediaType: String = "application/octet-stream",
            headers: HTTPFields = [:]
        ) -> Answer {
            var all = headers
            all[.contentType] = mediaType
            let body = Data(parts.joined())
            return Answer(.parts(NetworkingResponse(status: 200, headers: all, body: body), parts))
        }

        /// Returns a failure without a response.
        ///
        /// Over real HTTP, the connection is reset, regardless of the code.
        ///
        /// - Parameter code: The code of the failure.
        /// - Returns: The answer.
        public static func failure(_ code: NetworkingError.Code) -> Answer {
            Answer(.failure(code))
        }

        /// The connection is lost before a response arrives.
        public static let connectionLost = Answer.failure(.connectionLost)

        /// Returns the same response, truncated: the connection ends in the middle of the body.
        ///
        /// - Parameter count: The number of bytes that are delivered, less than the body has.
        /// - Returns: The answer; a failure is not changed.
        public func truncated(after count: Int) -> Answer {
            let response: NetworkingResponse
            switch content {
            case .response(let whole), .parts(let whole, _): response = whole
            case .truncated, .failure, .untold: return self
            }
            var answer = Answer(.truncated(response, count: count))
            answer.delay = delay
            return answer
        }

        /// Returns the same answer, delayed.
        ///
        /// - Parameter delay: The delay, by the clock of the network.
        /// - Returns: The answer.
        public func delayed(by delay: Duration) -> Answer {
            var answer = self
            answer.delay = delay
            return answer
        }
    }
}
