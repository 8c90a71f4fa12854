// All modules of the runtime under one name; this target declares nothing.
@_exported public import RepositoryLocal
