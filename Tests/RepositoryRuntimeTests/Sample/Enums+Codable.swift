import RepositoryRuntime

// The complete code generated for `conforms: [Codable]`.
extension Visibility: Codable {}
extension Priority: Codable {}
extension Message: Codable {}
