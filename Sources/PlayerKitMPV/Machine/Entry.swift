/// One item of libmpv's playlist, by a number of ours. A load that is opened anew gets a new one.
struct Entry: Hashable, Sendable {
  let number: UInt64
}
