/// The namespace of endpoints; generated endpoints are declared in extensions.
///
///     let messages = try await networking.request(Endpoint.ListMessages(limit: 50))
public enum Endpoint {}
