/// The layers of the runtime, each of which includes the ones before it; a file imports the lowest
/// layer that it needs.
enum RuntimeLayer: String, Sendable {
    /// Types and their JSON.
    case values = "RepositoryValues"
    /// Services, endpoints and remote repositories.
    case networking = "RepositoryNetworking"
    /// Local stores and synchronization.
    case local = "RepositoryRuntime"
}
