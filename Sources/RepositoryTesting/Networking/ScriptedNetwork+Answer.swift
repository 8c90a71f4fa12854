public import Foundation
public import HTTPTypes
public import RepositoryRuntime

extension ScriptedNetwork {
    /// What a request is answered.
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

        /// A response.
        ///
        /// - Parameters:
        ///   - status: The status code.
        ///   - headers: The headers.
        ///   - body: The bytes of the body.
        /// - Returns: The answer.
        public static func response(
            _ status: Int,
            headers: HTTPFields = [:],
            body: Data = Data()
        ) -> Answer {
            Answer(.response(NetworkingResponse(status: status, headers: headers, body: body)))
        }

        /// A response in JSON.
        ///
        /// - Parameters:
        ///   - text: The text of the body.
        ///   - status: The status code.
        ///   - headers: Further headers.
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

        /// A response whose body comes in parts, where the request wants it streamed.
        ///
        /// - Parameters:
        ///   - parts: The parts of the body.
        ///   - mediaType: What they are, such as `text/event-stream`.
        ///   - headers: Further headers.
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

        /// No response, and why.
        ///
        /// Over real HTTP, whatever the kind, the connection is reset.
        ///
        /// - Parameter code: The kind of failure.
        /// - Returns: The answer.
        public static func failure(_ code: NetworkingError.Code) -> Answer {
            Answer(.failure(code))
        }

        /// The connection breaks before a response comes.
        public static let connectionLost = Answer.failure(.connectionLost)

        /// The same response, of whose body only the start comes before the connection ends.
        ///
        /// - Parameter count: How many bytes come; fewer than the body has.
        /// - Returns: The answer; a failure stays what it is.
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

        /// The same answer, later.
        ///
        /// - Parameter delay: How much later, by the clock of the network.
        /// - Returns: The answer.
        public func delayed(by delay: Duration) -> Answer {
            var answer = self
            answer.delay = delay
            return answer
        }
    }
}
