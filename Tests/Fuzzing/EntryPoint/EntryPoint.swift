import Foundation

/// The target of this run, from `FUZZ_TARGET`.
private let target: FuzzTarget = {
    let name = ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? ""
    guard let target = FuzzTarget(rawValue: name) else {
        fatalError("expected FUZZ_TARGET to be one of \(FuzzTarget.allCases), found '\(name)'")
    }
    return target
}()

/// The function that libFuzzer calls with every input; a violated law is a crash for it.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    do throws(BrokenLaw) {
        try target.run(bytes)
    } catch {
        fatalError(error.description)
    }
    return 0
}
