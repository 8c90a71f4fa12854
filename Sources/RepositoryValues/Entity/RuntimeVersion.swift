/// The version of the interface between generated code and this runtime.
///
/// Generated code refers to this name. If a runtime is incompatible with code generated for another
/// version, the name does not exist, and the generated file fails to compile.
public enum RepositoryRuntimeVersion1 {}
