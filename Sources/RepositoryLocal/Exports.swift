// What is stored here comes from a server: who imports this target has that side, too.
@_exported public import RepositoryNetworking
// Rules and plans are a module of their own, because the command line explains them, and must not
// start slowly for the sake of networking that it never does.
@_exported public import RepositoryStrategy
