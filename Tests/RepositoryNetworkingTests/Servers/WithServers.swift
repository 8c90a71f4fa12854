import ExampleServer

/// Runs a body with a running example server, and stops it.
func withExampleServer<Result>(
    _ body: (ExampleServer, String) async throws -> Result
) async throws -> Result {
    let server = ExampleServer()
    let url = try await server.start()
    do {
        let result = try await body(server, url)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}

/// Runs a body with a running raw server, and stops it.
func withRawServer<Result>(
    _ actions: RawServer.Action...,
    body: (RawServer, String) async throws -> Result
) async throws -> Result {
    try await withRawServer(actions, body: body)
}

/// Runs a body with a running raw server, and stops it.
func withRawServer<Result>(
    _ actions: [RawServer.Action],
    body: (RawServer, String) async throws -> Result
) async throws -> Result {
    let server = RawServer(actions)
    let url = try await server.start()
    do {
        let result = try await body(server, url)
        await server.stop()
        return result
    } catch {
        await server.stop()
        throw error
    }
}
