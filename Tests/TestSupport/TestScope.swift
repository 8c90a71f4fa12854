import Foundation

/// How much of the tests that repeat themselves with random input is run.
package enum TestScope {
    /// Whether they run in full, as in `make test-all`, which sets `TEST_SCOPE=whole`.
    package static let isWhole = ProcessInfo.processInfo.environment["TEST_SCOPE"] == "whole"
}
