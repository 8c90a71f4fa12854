extension Customer {
    /// Who it is, in few words: the schema says that there is a description, and this what it says.
    public var description: String { "customer \(id)" }
}
