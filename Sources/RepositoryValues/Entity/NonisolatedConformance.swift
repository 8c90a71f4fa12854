#if compiler(>=6.2)
/// What conversions' protocols refine so that a conformance to them holds on every actor.
///
/// In a module whose default isolation is the main actor, the compiler else infers that a conformance
/// declared in an extension holds on the main actor only (`InferIsolatedConformances`, SE-0470), also
/// for a type that is nonisolated.
public typealias NonisolatedConformance = SendableMetatype
#else
/// What conversions' protocols refine so that a conformance to them holds on every actor.
///
/// Compilers before 6.2 know no other conformances.
public typealias NonisolatedConformance = Any
#endif
