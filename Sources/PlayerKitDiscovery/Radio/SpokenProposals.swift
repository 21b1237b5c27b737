import PlayerKit
import PlayerKitServices

/// A spoken track that services proposed and a radio does not play.
public struct SpokenProposal: Sendable {
  /// The proposed track.
  public let track: any Track
  /// The reasons for treating the track as spoken word.
  public let speech: SpeechVerdict
}

extension SpeechEvidence {
  /// Judges which of the proposed tracks are spoken word, by their own metadata and by the titles
  /// of other tracks of the same album in the answer. Asks no service. Pure.
  static func verdicts(on proposals: [ProposedTrack]) -> [SpeechVerdict] {
    var verdicts: [Int: SpeechVerdict] = [:]
    for members in Dictionary(grouping: proposals.indices, by: { proposals[$0].artist.nameKey })
      .values
    {
      guard let artist = members.first.map({ proposals[$0].artist }) else { continue }
      var groups = SongGroups()
      var places: [(proposal: Int, group: Int)] = []
      for index in members {
        let proposal = proposals[index]
        let service = proposal.reason.services.first ?? ""
        let group = groups.add(
          ArtistRecording(proposal.track),
          from: 0,
          CatalogService(rawValue: service)
        )
        places.append((index, group))
      }
      var evidence = SpeechEvidence(artist: artist, groups: groups)
      for place in places {
        verdicts[place.proposal] = evidence.verdict(of: groups.groups[place.group])
      }
    }
    return proposals.indices.compactMap { verdicts[$0] }
  }
}

extension RadioSeed {
  /// Whether the seed asks for spoken word.
  var isSpoken: Bool {
    switch self {
    case .track(let track): Self.isSpoken(track)
    case .genre(let name): [.speech, .comedy].contains(SpeechGenre(name))
    case .history(let tracks):
      !tracks.isEmpty && tracks.count(where: Self.isSpoken) * 2 > tracks.count
    case .artist, .recommendations: false
    }
  }

  private static func isSpoken(_ metadata: TrackMetadata) -> Bool {
    let proposal = ProposedTrack(
      track: RecordingTrack(metadata),
      artist: ArtistReference(of: metadata) ?? ArtistReference(""),
      reason: DiscoveryReason(.seed)
    )
    return SpeechEvidence.verdicts(on: [proposal]).contains(where: \.isSpeech)
  }
}
