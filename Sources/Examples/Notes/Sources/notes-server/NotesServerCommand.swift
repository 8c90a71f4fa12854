import Hummingbird
import NotesServer

/// Serves notes on loopback port 8080 until it is stopped.
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
