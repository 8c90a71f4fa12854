package import Foundation
package import HTTPTypes

extension Exchange {
    /// How an exchange ends.
    package typealias Outcome = Result<Answer, Failure>

    /// A response.
    package struct Answer: Sendable {
        package var head: HTTPResponse
        /// The whole body; empty if it is streamed.
        package var body: Data
        /// The streamed body.
        package var stream: BodyStream?

        package init(head: HTTPResponse, body: Data) {
            self.head = head
            self.body = body
        }
    }

    /// The reason why there is no complete response.
    package struct Failure: Error {
        package var code: NetworkingError.Code
        /// The underlying error, without URLs.
        package var cause: (any Error)?

        package init(_ code: NetworkingError.Code, cause: (any Error)? = nil) {
            self.code = code
            self.cause = cause
        }
    }

    /// The limits of an exchange.
    package struct Bounds: Sendable {
        /// The largest number of body bytes held in memory.
        package var size: Int
        /// How long the server may send nothing.
        package var silence: Duration
        /// How long the exchange may take; for a streamed body, until its head is received.
        package var total: Duration
    }
}
