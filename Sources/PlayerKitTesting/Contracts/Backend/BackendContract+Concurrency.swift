import PlayerKit

extension BackendContract {
  static let concurrency: [Check] = [
    Check("Commands from many tasks at once neither crash nor contradict each other") { fixture in
      await withTaskGroup { group in
        for number in 0..<8 {
          group.addTask { fixture.command(times: 50, from: number) }
        }
      }
      // Leftovers of those commands must not affect the last request.
      fixture.player.rate = 1
      let last = fixture.play(fixture.tracks.short)
      try await fixture.expectEnd(of: last)
    }
  ]
}

extension BackendFixture {
  /// Issues commands of all kinds, one after another.
  fileprivate func command(times: Int, from first: Int) {
    for number in first..<first + times {
      switch number % 8 {
      case 0: play(number.isMultiple(of: 3) ? tracks.missing : tracks.long)
      case 1: player.pause()
      case 2: player.seek(to: .seconds(number % 20))
      case 3: player.play()
      case 4: prepare(tracks.long, at: .seconds(2))
      case 5: player.rate = number.isMultiple(of: 2) ? 1 : 2
      case 6: player.togglePlayPause()
      default: player.unload()
      }
    }
  }
}
