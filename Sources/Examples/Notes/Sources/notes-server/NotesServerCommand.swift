import Hummingbird
import NotesServer

/// Serves notes on port 8080 of loopback, until it is told to end.
@main
struct NotesServerCommand {
    static func main() async throws {
        let service = NotesService()
        let application = Application(
            router: service.router,
            configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: 8080))
        )
        try await application.runService()
    }
}
