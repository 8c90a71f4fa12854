// Rules and plans are a module of their own, because the command line explains them, and must not
// start slowly for the sake of networking that it never does. Who imports the runtime has both.
@_exported public import RepositoryStrategy
