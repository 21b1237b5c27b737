@testable import PlayerKit

extension World {
  /// The laws of chapters and lyrics.
  func partViolations(after input: Input, from before: World) -> [String] {
    var found: [String] = []
    func expect(_ isTrue: Bool, _ message: @autoclosure () -> String) {
      if !isTrue { found.append(message()) }
    }
    let (words, playback) = (machine.lyricsSearch, machine.status.playback)
    expect(words.question?.id == search?.id, "the machine waits for other words than are searched")
    expect(search == nil || search?.entry == machine.queue.current, "words of another entry")
    expect(words.areWanted || words.lyrics == nil && search == nil, "words that nobody wants")
    expect(words.lyrics == nil || words.entry == machine.queue.current, "the words of before")
    if searches > 0 {
      expect(searches == 1 && words.areWanted, "a search that nobody wants")
      expect(!playback.isBuffering, "words are searched before the sound")
      expect(machine.attempt?.load == heardLoad, "words of what nobody hears")
      let entry = machine.queue.currentEntry
      let retry = entry.flatMap { machine.inspectionState?.deferrals[$0.id]?.retry }
      let isKnown = entry?.item.isInspected == true || retry == .never
      expect(isKnown || machine.inspectionState == nil, "words of what is not known yet")
    }
    if let timeline = machine.timeline {
      expect(timeline.load == machine.attempt?.load, "parts of another load")
    }
    for change in changes {
      switch change {
      case .chapter(let chapter, let index):
        expect(playback.state == .play, "a chapter is told that is not heard")
        expect(machine.status.currentChapter == index, "a chapter is told that is not the current")
        expect(machine.status.chapters.map(\.start).contains(chapter.start), "no such chapter")
      case .line(_, let index):
        expect(playback.state == .play, "a line is told that is not heard")
        expect(machine.status.currentLine == index, "a line is told that is not the current")
      default: break  // No part of a track.
      }
    }
    func isTwice(_ told: [Int]) -> Bool { zip(told, told.dropFirst()).contains { $0 == $1 } }
    expect(!isTwice(told.chapters), "a chapter is told twice")
    expect(!isTwice(told.lines), "a line is told twice")
    if input == .describedLate || input == .wordsLate {
      expect(changes.isEmpty, "a late answer was told")
      expect(WorldKey(self) == WorldKey(before), "a late answer changed something")
    }
    return found
  }
}
