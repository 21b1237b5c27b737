// The C library and the essentials of Foundation under one import, on every platform. All of
// Foundation is 12 MB of code, and the tables of ICU add 40 MB; see Scripts/check-imports.sh.

#if canImport(Glibc)
  @_exported import Glibc
#elseif canImport(Musl)
  @_exported import Musl
#else
  @_exported import Darwin
#endif

#if canImport(FoundationEssentials)
  @_exported import FoundationEssentials
#else
  @_exported import Foundation
#endif

#if !canImport(Darwin)
  // Darwin's names of these times.
  extension stat {
    /// The time when the contents were changed.
    package var st_mtimespec: timespec { st_mtim }
    /// The time when the status was changed.
    package var st_ctimespec: timespec { st_ctim }
  }
#endif
