import ExampleServer
import RepositoryRuntime

/// Runs the examples against a server on loopback, and shows what they do.
@main
enum Demo {
    static func main() async throws {
        let server = ExampleServer()
        let url = try await server.start()
        print("A server with the examples' data listens at \(url).")
        try await PokedexDemo(url: url).run()
        try await MessagesDemo(url: url).run()
        await server.stop()
        print(
            "\nDone. The schemas are in Schemas/, what they became in Sources/Examples/*/Generated/."
        )
    }
}

/// Prints the title of a part.
func title(_ text: String) {
    print("\n" + text)
    print(String(repeating: "-", count: text.count))
}
