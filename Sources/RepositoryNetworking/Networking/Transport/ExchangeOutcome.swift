package import Foundation
package import HTTPTypes

extension Exchange {
    /// How an exchange ends.
    package typealias Outcome = Result<Answer, Failure>

    /// An answer.
    package struct Answer: Sendable {
        package var head: HTTPResponse
        /// The whole body; empty where it is streamed.
        package var body: Data
        /// What the body is read from, where it is streamed.
        package var stream: BodyStream?

        package init(head: HTTPResponse, body: Data) {
            self.head = head
            self.body = body
        }
    }

    /// Why there is no whole answer.
    package struct Failure: Error {
        package var code: NetworkingError.Code
        /// The error below, without addresses.
        package var cause: (any Error)?

        package init(_ code: NetworkingError.Code, cause: (any Error)? = nil) {
            self.code = code
            self.cause = cause
        }
    }

    /// What an exchange may take.
    package struct Bounds: Sendable {
        /// How many bytes of body are held in memory.
        package var size: Int
        /// How long the server may be silent.
        package var silence: Duration
        /// How long the exchange may take; where the body is streamed, until its head has come.
        package var total: Duration
    }
}
