// Requests carry values: who imports this target has both.
@_exported public import RepositoryValues
