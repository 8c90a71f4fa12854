extension Customer {
    /// A short description; the schema declares the property, and this implements it.
    public var description: String { "customer \(id)" }
}
