/// The namespace of endpoints: generated ones stand in extensions of it.
///
///     let messages = try await networking.request(Endpoint.ListMessages(limit: 50))
public enum Endpoint {}
