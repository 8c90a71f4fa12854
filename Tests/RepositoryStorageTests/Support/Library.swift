import RepositoryRuntime

/// The authors of a library.
struct Authors: CRUDStorageRepository {
    typealias Entity = Author
    let storage: any Storage
}

/// The books of a library.
struct Books: CRUDStorageRepository {
    typealias Entity = Book
    let storage: any Storage
}
