#if !URLSession
/// The default transport of a package without the trait `URLSession`, which sends nothing.
struct MissingTransport: HTTPTransport {
    func carry(_ hop: Hop, within bounds: Exchange.Bounds) async -> Exchange.Outcome {
        .failure(Exchange.Failure(.noTransport))
    }
}
#endif
