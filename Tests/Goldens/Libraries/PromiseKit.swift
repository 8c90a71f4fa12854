/// As much of PromiseKit 4 as a page shows: the shape of its functions, which do nothing here.
public final class Promise<Value> {
    public init() {}

    public func then<Next>(execute body: @escaping (Value) throws -> Promise<Next>) -> Promise<Next>
    {
        Promise<Next>()
    }

    @discardableResult
    public func `catch`(execute body: @escaping (any Error) -> Void) -> Promise<Value> {
        self
    }
}
