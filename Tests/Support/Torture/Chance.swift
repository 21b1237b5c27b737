/// Random numbers that are the same each time.
package struct Chance {
  private var state: UInt64

  package init(state: UInt64) {
    self.state = state
  }

  package mutating func below(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    let number = (state ^ state >> 29) &* 0xBF58_476D_1CE4_E5B9
    return Int((number >> 33) % UInt64(max(1, limit)))
  }
}
