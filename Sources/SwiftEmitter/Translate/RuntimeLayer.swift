/// The layers of the runtime, each of which has the ones before it: a file imports the lowest that has
/// what it names.
enum RuntimeLayer: String, Sendable {
    /// Types and their JSON.
    case values = "RepositoryValues"
    /// Services, endpoints and the repositories on a server.
    case networking = "RepositoryNetworking"
    /// What is kept on this side, too.
    case local = "RepositoryRuntime"
}
