/// The version of the seam between generated code and this runtime.
///
/// Generated code names it. When a runtime no longer suits code that was generated for another
/// version, the name is gone, and the compiler says so in the generated file.
public enum RepositoryRuntimeVersion1 {}
