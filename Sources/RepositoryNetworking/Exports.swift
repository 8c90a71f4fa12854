// Requests contain values, so importing this module imports both.
@_exported public import RepositoryValues
