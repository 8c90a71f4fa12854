import RepositoryRuntime

// All that is generated for `conforms: [Codable]`.
extension Visibility: Codable {}
extension Priority: Codable {}
extension Message: Codable {}
