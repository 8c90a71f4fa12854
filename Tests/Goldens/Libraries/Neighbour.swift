import Foundation
import RepositoryRuntime

/// A file of the user's beside what is generated.
nonisolated struct NeighbourOfGeneratedCode {
    var date: Date
    var error: RepositoryError
}
