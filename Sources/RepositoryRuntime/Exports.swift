// All layers of the runtime by one name: this target declares nothing.
@_exported public import RepositoryLocal
