#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Where recursion must stop, so that no text can exhaust the stack of the thread that reads it.
///
/// Threads other than the main one have 512 KiB on Apple platforms: less than a text of 512 levels
/// can take when a structure that contains itself is read.
enum StackFloor {
    /// The address below which the stack should not grow; 0 where nothing is known.
    static func ofCurrentThread() -> UInt {
        #if canImport(Darwin)
        // The rest is for the frames between two checks.
        let top = UInt(bitPattern: pthread_get_stackaddr_np(pthread_self()))
        return top - UInt(pthread_get_stacksize_np(pthread_self())) + (96 << 10)
        #elseif canImport(Glibc) || canImport(Musl)
        // The function that knows a thread's bounds is not imported (`pthread_getattr_np`, a GNU
        // extension). Half of what threads have by default is left for who called, and for frames
        // between two checks.
        let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
        defer { attributes.deallocate() }
        var size = 0
        guard pthread_attr_init(attributes) == 0 else { return 0 }
        defer { pthread_attr_destroy(attributes) }
        guard pthread_attr_getstacksize(attributes, &size) == 0 else { return 0 }
        return currentAddress() - UInt(size) / 2
        #else
        return 0
        #endif
    }

    /// An address in the frame of the caller, or close to it.
    @inline(never)
    static func currentAddress() -> UInt {
        var marker: UInt8 = 0
        return withUnsafeMutablePointer(to: &marker) { UInt(bitPattern: $0) }
    }
}
