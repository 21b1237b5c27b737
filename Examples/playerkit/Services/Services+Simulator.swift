import ServiceSimulator

extension Services.Bases {
  /// Where a simulator serves all of them.
  init(_ simulator: ServiceSimulator) {
    self.init(
      appleMusic: simulator.appleMusic,
      iTunes: simulator.itunes,
      spotify: simulator.spotify,
      spotifyAccounts: simulator.spotifyAccounts,
      deezer: simulator.deezer
    )
  }
}
