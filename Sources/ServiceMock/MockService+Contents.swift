import Foundation
import RepositoryNetworking
import RepositoryValues
import SchemaLanguage
import ServiceModel

// What a mock holds, seen and changed past its requests.
extension MockService {
    /// Fills the collections with samples.
    ///
    /// - Parameter count: How many entities each collection has then, at least.
    mutating func fill(_ count: Int) {
        // What others refer to comes first, as far as there is an order.
        for collection in ordered { fill(collection, count) }
    }

    private var ordered: [ServiceCollection] {
        var left = contents.map(\.collection)
        var ordered: [ServiceCollection] = []
        var known: Set<String> = []
        while !left.isEmpty {
            let names = Set(left.map(\.entity.head.name))
            let next = left.firstIndex { collection in
                let own = collection.entity.head.name
                return collection.entity.properties.allSatisfy { property in
                    guard case .identity(let other, _) = property.type.leaf else { return true }
                    return other == own || known.contains(other) || !names.contains(other)
                }
            }
            let collection = left.remove(at: next ?? 0)
            known.insert(collection.entity.head.name)
            ordered.append(collection)
        }
        return ordered
    }
}
