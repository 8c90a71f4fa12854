// Stored entities come from a server, so importing this module includes networking.
@_exported public import RepositoryNetworking
// Rules and plans are a separate module, because the command line explains them, and must not load
// networking code that it never uses.
@_exported public import RepositoryStrategy
