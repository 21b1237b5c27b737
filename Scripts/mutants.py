#!/usr/bin/env python3
"""Plants faults in the state machines and around them, one at a time. The explorations, or the simulated worlds, must
notice each.

    Scripts/mutants.py [sample | TEXT]    every sixth mutant; those whose names contain TEXT; all without it

All mutants are built at once, into a copy of the sources in which M stands for "this mutant is active"; an environment
variable chooses one for each run. The working tree does not change.
"""

import concurrent.futures
import os
import pathlib
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
COPY = ROOT / ".build-mutants"
SWIFT = os.environ.get("SWIFT", "swift")

PLAYBACK = "Sources/PlayerKit/Playback/PlaybackStateMachine.swift"
QUEUE = "Sources/PlayerKit/Queue/QueueStateMachine"
INSPECTING = "Sources/PlayerKit/Queue/Inspection/QueueStateMachine+Inspection.swift"
LYRICS = "Sources/PlayerKit/Queue/NowPlaying/QueueStateMachine+Lyrics.swift"
TIMELINE = "Sources/PlayerKit/Queue/NowPlaying/QueueStateMachine+Timeline.swift"
MARKS = "Sources/PlayerKit/Queue/NowPlaying/TimelineMarks.swift"
ENGINE = "Sources/PlayerKitMPV/Machine/MPVEngineStateMachine"
ITEM = "Sources/PlayerKitMPV/Machine/EngineItem.swift"

JOURNAL = "Sources/PlayerKit/Persistence/File/QueueJournal.swift"
CONTENTS = "Sources/PlayerKit/Persistence/File/JournalContents.swift"
ROWS = "Sources/PlayerKit/Persistence/Stores/StoredRows.swift"
PERSISTER = "Sources/PlayerKit/Persistence/Persister/QueuePersister"
PERSISTED = "Sources/PlayerKit/Persistence/Persister/PersistedQueue.swift"
RESTORING = "Sources/PlayerKit/Persistence/Persister/QueuePlayer+Restoring.swift"
MAILBOX = "Sources/PlayerKit/Events/Mailbox.swift"
LISTENER = "Sources/PlayerKit/Events/Listener.swift"
DRIVER = "Sources/PlayerKit/Queue/QueuePlayer+Driver.swift"
REMOTE = "Sources/PlayerKit/Queue/Remote/RemoteCommand.swift"

# The explorations of the core and of the engine, and the simulated worlds.
EXPLORATIONS = [
    "PlaybackExplorationTests|MachineExplorationTests/everyWorld", "EngineExplorationTests",
    "SimulatedWorldTests/seeds",
]

# Each row: file, text, text with the mutants in it, and a name for each of them (M0, M1 … if there are several).
MUTANTS = [
    (PLAYBACK, "guard var media = status.activeMedia, media.load == load else",
     "guard var media = status.activeMedia, M || media.load == load else",
     "playback: a report of another load counts"),
    (PLAYBACK, "guard media.seek == id else { return PlaybackEffects() }",
     "guard M ? media.seek != nil : media.seek == id else { return PlaybackEffects() }",
     "playback: the completion of another seek counts"),
    (PLAYBACK, "    freeze(at: now)\n    setIntent(wantsToPlay, reason)",
     "    if !M { freeze(at: now) }\n    setIntent(wantsToPlay, reason)",
     "playback: a pause keeps no position"),
    (PLAYBACK, "if settings.rate != status.rate { freeze", "if !M, settings.rate != status.rate { freeze",
     "playback: a new rate changes what was played before"),
    (PLAYBACK, "resumeAt = .zero", "if !M { resumeAt = .zero }",
     "playback: a track that has ended goes on from its end"),
    (PLAYBACK, "if action == .play, !status.maySound {", "if !M, action == .play, !status.maySound {",
     "playback: played elsewhere during an interruption, it sounds"),
    ("Sources/PlayerKit/PlayerStatus.swift", "intent.wantsToPlay && interruptions.isEmpty }",
     "intent.wantsToPlay && (M || interruptions.isEmpty) }",
     "playback: an interruption does not silence"),
    (QUEUE + "+Reports.swift", "if machine.attempt?.load == load, machine.attempt?.player != nil {",
     "if M || machine.attempt?.load == load, machine.attempt?.player != nil {",
     "queue: a report of another load counts"),
    (QUEUE + "+Reports.swift", "} else if case .started = report {", "} else if !M, case .started = report {",
     "queue: what was taken back too late sounds on"),
    (QUEUE + "+Loading.swift", "if mustWait(player) {", "if !M, mustWait(player) {",
     "exclusivity: a player does not wait until another one is silent"),
    (QUEUE + "+Loading.swift", "if let last = activeLoads.last, last.player.ref != player.ref {",
     "if !M, let last = activeLoads.last, last.player.ref != player.ref {",
     "exclusivity: the other player is not asked to stop"),
    (QUEUE + "+Loading.swift", "activeLoads.append(ActiveLoad(player: player, load: load))",
     "if M { activeLoads = [] }\n    activeLoads.append(ActiveLoad(player: player, load: load))",
     "exclusivity: an earlier player is forgotten before it is silent"),
    (QUEUE + "+Preparing.swift",
     "activeLoads.insert(ActiveLoad(player: player, load: preload.load, deadline: deadline), at: 0)",
     "if !M { activeLoads.insert(ActiveLoad(player: player, load: preload.load, deadline: deadline), at: 0) }",
     "exclusivity: a canceled load counts as silent"),
    (QUEUE + ".swift", "if attempt == nil { release(&turn) }", "if !M, attempt == nil { release(&turn) }",
     "queue: a player that nobody wants is not released"),
    (QUEUE + "+Reports.swift", "if report == .remote(.play) || report == .remote(.pause), let player",
     "if M ? report == .superseded : report == .remote(.play) || report == .remote(.pause), let player",
     "queue: a remote command that crossed one of ours wins"),
    (QUEUE + "+Loading.swift", "playback.status.audibleSettings",
     "(M ? playback.status.settings : playback.status.audibleSettings)",
     "queue: another player does not learn of the ducking"),
    (QUEUE + "+Time.swift", "step(&turn) { $0.pause(reason: .sleepTimer, now: $1) }",
     "if !M { step(&turn) { $0.pause(reason: .sleepTimer, now: $1) } }",
     "queue: the sleep timer does not pause"),
    (QUEUE + "+Reports.swift", "guard !stopsHere else", "guard M ? !stopsAfterCurrent : !stopsHere else",
     "queue: the sleep timer does not stop the next track"),
    (QUEUE + "+Preparing.swift", "player.group != nil, !stopsHere", "player.group != nil, M || !stopsHere",
     "queue: the next track is handed over although the queue is to stop"),
    (QUEUE + "+Failures.swift", "retries(before: attempt, at: now) < count",
     "(M ? retries(before: attempt, at: now) <= count : retries(before: attempt, at: now) < count)",
     "queue: one retry too many"),
    (QUEUE + "+Failures.swift", "return failures >= queue.count",
     "return (M ? failures > queue.count : failures >= queue.count)",
     "queue: one failure too many"),
    (QUEUE + "+Commands.swift", "} else if machine.attempt == nil, machine.playback.status.error != nil {",
     "} else if machine.attempt == nil, M || machine.playback.status.error != nil {",
     "queue: retry() loads a track that has not failed"),
    (QUEUE + "+Loading.swift", "if !isPlaying, case .asked = confirmation", "if !M, !isPlaying, case .asked = confirmation",
     "queue: a track that is paused past its end ends"),
    (QUEUE + ".swift", "if begins { recordPlay", "if begins != M { recordPlay",
     "queue: the history misses what begins"),
    (INSPECTING, "var mayInspect: Bool { skipsEndAt == nil && !playback.status.isBuffering }",
     "var mayInspect: Bool { skipsEndAt == nil && (M || !playback.status.isBuffering) }",
     "inspection: an entry is inspected before the sound"),
    (INSPECTING, "case .window(let entry): window.contains(entry)",
     "case .window(let entry): M || window.contains(entry)",
     "inspection: the inspection of an entry that left goes on"),
    (INSPECTING, "asked.id == question,", "M || asked.id == question,",
     "inspection: the answer to another question counts"),
    (INSPECTING, "case .never: false", "case .never: M",
     "inspection: an entry that failed for good is inspected again"),
    (INSPECTING, "guard isOpen(entry) else { return .files }",
     "guard M ? queue.contains(entry) : isOpen(entry) else { return .files }",
     "inspection: a server is asked before the entry is open"),
    (INSPECTING, "return handover.isLive == false",
     "return M0 ? handover.isLive != nil : M1 ? false : handover.isLive == false",
     "inspection: a station that comes next is inspected",
     "inspection: the next entry is not inspected before it can sound"),
    (INSPECTING, "return entry == queue.current && playback.status.isPlaying ?",
     "return entry == queue.current && (M || playback.status.isPlaying) ?",
     "inspection: another server learns of a track that is not heard"),
    (LYRICS, "let attempt, attempt.load == lyricsSearch.heard, mayInspect, !playback.status.isLive,\n      isInspected,",
     "let attempt, M0 || attempt.load == lyricsSearch.heard, M1 || mayInspect, !playback.status.isLive,\n      M2 || isInspected,",
     "lyrics: searched for a track that is not heard", "lyrics: searched before the sound",
     "lyrics: searched for a track that is not known yet"),
    (LYRICS, "if !lyricsSearch.areWanted || lyricsSearch.entry != queue.current {",
     "if (!M0 && !lyricsSearch.areWanted) || (!M1 && lyricsSearch.entry != queue.current) {",
     "lyrics: kept although nobody wants them", "lyrics: those of the last track are kept"),
    (LYRICS, "guard lyricsSearch.question?.id == question else",
     "guard M ? lyricsSearch.question != nil : lyricsSearch.question?.id == question else",
     "lyrics: the answer to another search counts"),
    (TIMELINE, "guard timeline?.load == load else", "guard M ? timeline != nil : timeline?.load == load else",
     "chapters: those of an earlier load count"),
    (TIMELINE, "let isNew = timeline?.load != load", "let isNew = M ? timeline == nil : timeline?.load != load",
     "chapters: those of the last load are kept"),
    (MARKS, "guard isHeard, current != heard else", "guard M0 || isHeard, M1 || current != heard else",
     "chapters: one is reported that is not heard", "chapters: one is reported again and again"),
    (ENGINE + ".swift", "guard let active, reading.entry == active else",
     "guard let active, M || reading.entry == active else",
     "engine: a restart of another entry counts"),
    (ITEM, "case .sent:\n      return .pending\n", "case .sent:\n      return M ? settle() : .pending\n",
     "engine: a restart before the seek has begun settles it"),
    (ITEM, "seek?.newer = target", "if !M { seek?.newer = target }",
     "engine: a newer seek is forgotten"),
    (ENGINE + ".swift", "return [.clearPlaylist]\n  }", "return M ? [] : [.clearPlaylist]\n  }",
     "engine: an entry that was revoked too late keeps its old follower"),
    (ENGINE + ".swift", "slot.isOver, active == nil, !isTailHeard", "slot.isOver, M || active == nil, !isTailHeard",
     "engine: idle counts as the end while libmpv plays"),
    (ENGINE + "+Current.swift", "return returnToSeek(slot) ?? tail(failure: nil)",
     "return (M ? nil : returnToSeek(slot)) ?? tail(failure: nil)",
     "engine: a seek is lost if the track ends under it"),
    (ENGINE + ".swift", "guard let current, current.id == after else",
     "guard let current, M || current.id == after else",
     "engine: the next track follows any track"),
    (ENGINE + "+Following.swift", "guard position >= (isNext ? .milliseconds(-2) : .zero) else",
     "guard (M && isNext) || position >= (isNext ? .milliseconds(-2) : .zero) else",
     "engine: the next track is reported before it is heard"),
    (ENGINE + "+Crossfade.swift", "isAhead(of: rendered.start, at: position)\n    else {",
     "M ? position >= .zero : isAhead(of: rendered.start, at: position)\n    else {",
     "engine: an overlap is appended after its beginning"),
    (ENGINE + "+Crossfade.swift", "next?.slot.body = nil\n      return [.close(entry)]",
     "next?.slot.body = nil\n      return M ? [] : [.close(entry)]",
     "engine: the overlap stays open when it is over"),
    (ENGINE + "+Crossfade.swift", "return unsetEnd + withdrawNext()", "return (M ? [] : unsetEnd) + withdrawNext()",
     "engine: the first track keeps its early end if the overlap is dropped"),
    (ENGINE + "+Output.swift", "case .lost: true", "case .lost: !M || !isPlaying",
     "engine: a lost output does not pause"),
    (ITEM, "var mustStaySilent: Bool { phase == .opening && seek != nil }",
     "var mustStaySilent: Bool { !M && phase == .opening && seek != nil }",
     "engine: the pause ends before the start is reached"),
    (ENGINE + "+Current.swift", "(slot.mustStaySilent ? [.setPaused(pause)] : [])",
     "(!M && slot.mustStaySilent ? [.setPaused(pause)] : [])",
     "engine: a failure under a seek leaves libmpv paused"),
    (ENGINE + "+Current.swift", "return answer + (wasSilent ? [.setPaused(shallPause)] : [])",
     "return answer + (!M && wasSilent ? [.setPaused(shallPause)] : [])",
     "engine: a seek past the end leaves the next track paused"),
    (ENGINE + ".swift", "guard current.isInherited else", "guard !M && current.isInherited else",
     "engine: a revoked track plays in place of the one after a failure"),
    (ENGINE + ".swift", "(isTailSounding ? [.measure] : [.measure", "(!M && isTailSounding ? [.measure] : [.measure",
     "engine: a change of rate forgets the measurement"),
    (ENGINE + ".swift", "return isClosed ? [] : [.setPaused(true), .stop]",
     "return M || isClosed ? [] : [.setPaused(true), .stop]",
     "engine: a revoked track plays although the one before has failed"),
    (ENGINE + "+Current.swift", "? tail(failure: error) : failCurrent(error, hasBegun: true)",
     "? (M ? failCurrent(error) : tail(failure: error)) : failCurrent(error, hasBegun: true)",
     "engine: a track that was decoded before its beginning was read fails at once"),
    (ENGINE + ".swift", "return actions + [.wake(after: nil), .measure]",
     "return actions + (M ? [.measure] : [.wake(after: nil), .measure])",
     "engine: a pause in the tail keeps its deadline"),
    (ENGINE + "+Following.swift", "(isTailHeard ? handOver(to: now)", "(!M && isTailHeard ? handOver(to: now)",
     "engine: a track that was decoded whole after a tail is never reported"),
    (ENGINE + "+Current.swift", "follower.isAppended && !hasBegun", "follower.isAppended && (M || !hasBegun)",
     "engine: a track that broke off unread stays in the buffer"),
    (ENGINE + "+Following.swift", "return [.wake(after: speed > 0 ? position / -speedOfActive : nil)]",
     "return M ? [] : [.wake(after: speed > 0 ? position / -speedOfActive : nil)]",
     "engine: nothing measures whether the next track is heard"),
    # What the simulated worlds must notice.
    (JOURNAL, "      try new.synchronize()", "      if !M { try new.synchronize() }",
     "world: a file replaces another one before it is on the disk"),
    (JOURNAL, "      try file.synchronize()", "      if !M { try file.synchronize() }",
     "world: a write is acknowledged before it is on the disk"),
    (JOURNAL, "      length += bytes.count\n      writes += 1",
     "      if !M0 { length += bytes.count }\n      if !M1 { writes += 1 }",
     "world: a write overwrites the one before", "world: two writes have the same number"),
    (CONTENTS, "      for line in part { rows.apply(line) }",
     "      for line in part.suffix(M ? 1 : part.count) { rows.apply(line) }",
     "world: only the last line of a write is read"),
    (CONTENTS, "      length = end\n", "      if !M { length = end }\n",
     "world: a restored file is overwritten from its beginning"),
    (CONTENTS, "    for id in line.removed ?? [] { entries[id] = nil }",
     "    for id in M ? [] : line.removed ?? [] { entries[id] = nil }",
     "world: removed entries stay in the store"),
    (ROWS, "    for number in changes.removed { self[number] = nil }",
     "    for number in M ? [] : changes.removed { self[number] = nil }",
     "world: removed parts of an order stay in the store"),
    (ROWS, "    if changes.isComplete { self = [:] }", "    if !M, changes.isComplete { self = [:] }",
     "world: an order that is replaced leaves its parts"),
    (PERSISTER + "StateMachine.swift",
     "phase = .writing(isComplete: isComplete, flushes: flushes, next: next + [flush])",
     "phase = .writing(isComplete: isComplete, flushes: M ? flushes + [flush] : flushes, "
     "next: M ? next : next + [flush])",
     "world: a write that began before a flush answers it"),
    (PERSISTER + "StateMachine.swift", "return report + answers(to: flushes, error)",
     "return report + answers(to: flushes, M ? nil : error)",
     "world: a failed write is acknowledged"),
    (PERSISTER + "StateMachine.swift", "needsComplete = error.code == .full ? wasComplete : true",
     "needsComplete = M || error.code == .full ? wasComplete : true",
     "world: after a failure, only changes are written"),
    (PERSISTER + "StateMachine.swift",
     "return recovery + answers(to: flushes, nil) + writeAgain(for: next, now: now)",
     "return recovery + answers(to: flushes, nil) + (M ? [] : writeAgain(for: next, now: now))",
     "world: a flush during a write is never answered"),
    (PERSISTER + ".swift", "let persisted = isComplete ? PersistedQueue.nothing : old",
     "let persisted = isComplete && !M ? PersistedQueue.nothing : old",
     "world: a complete write has only changes"),
    (PERSISTER + ".swift", "        for waiter in waiters { waiter.resume(returning: error) }",
     "        for waiter in waiters.dropFirst(M ? 1 : 0) { waiter.resume(returning: error) }",
     "world: the first of several flushes is never answered"),
    (PERSISTED, "removedEntries: Set(items.keys).subtracting(there.map(\\.id)).map(\\.number)",
     "removedEntries: M ? [] : Set(items.keys).subtracting(there.map(\\.id)).map(\\.number)",
     "world: removals are not stored"),
    (PERSISTED, "let added = there.filter { items[$0.id]?.isIdentical(to: $0.item) != true }",
     "let added = there.filter { M ? items[$0.id] == nil : items[$0.id]?.isIdentical(to: $0.item) != true }",
     "world: replaced items are not stored"),
    (RESTORING, "settings.volume = volume ?? settings.volume",
     "if !M { settings.volume = volume ?? settings.volume }",
     "world: the volume is not restored"),
    (RESTORING, "settings.isMuted = isMuted ?? settings.isMuted",
     "if !M { settings.isMuted = isMuted ?? settings.isMuted }",
     "world: mute is not restored"),
    (MAILBOX, "        state.isDraining = false", "        if !M { state.isDraining = false }",
     "world: a mailbox that was emptied is never drained again"),
    (MAILBOX, "      state.items.append(item)\n",
     "      if !M || !state.isDraining { state.items.append(item) }\n",
     "world: what comes during a delivery is lost"),
    (MAILBOX, "$0.items += items", "$0.items = M ? items + $0.items : $0.items + items",
     "world: later commands overtake earlier ones"),
    (LISTENER, "return messages + [.turnEnd(events)]",
     "return messages + [.turnEnd(M ? Array(events.dropLast()) : events)]",
     "world: the last event of a turn is missing"),
    (DRIVER, "if state.timer?.deadline == deadline { state.timer = nil }",
     "if !M, state.timer?.deadline == deadline { state.timer = nil }",
     "world: after a timer has fired, none is set"),
    ("Sources/PlayerKit/Playback/PositionAnchor.swift",
     "(speed == 1 ? now - instant : (now - instant) * speed)",
     "(M || speed == 1 ? now - instant : (now - instant) * speed)",
     "world: positions ignore the rate"),
    ("Sources/PlayerKit/Queue/PlayHistory.swift", "while count > limit { dropFirst() }",
     "while count > limit + (M ? 1 : 0) { dropFirst() }",
     "world: the history has one record too many"),
    (REMOTE, "case .mute(let isMuted): self.isMuted = isMuted",
     "case .mute(let isMuted): self.isMuted = M || isMuted",
     "world: a remote control can't unmute"),
    (REMOTE, "case .rate(let rate): self.rate = rate", "case .rate(let rate): self.rate = M ? 1 : rate",
     "world: a remote control can't change the rate"),
]

# Only the machines, their explorations, and the simulated worlds.
MANIFEST = """// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "Mutants",
  platforms: [.macOS(.v15)],
  dependencies: [.package(url: "https://github.com/apple/swift-http-types", from: "1.4.0")],
  targets: [
    .target(name: "PlayerKitSystem"),
    .target(name: "PlayerKit", dependencies: ["PlayerKitSystem"]),
    .target(name: "PlayerKitTesting", dependencies: ["PlayerKit", "PlayerKitSystem"]),
    .systemLibrary(name: "PlayerKitCCurl", pkgConfig: "libcurl"),
    .systemLibrary(name: "PlayerKitCXML", pkgConfig: "libxml-2.0"),
    .target(name: "PlayerKitPlaylists", dependencies: ["PlayerKitCXML", "PlayerKitSystem", "PlayerKit"]),
    .target(
      name: "PlayerKitHTTP",
      dependencies: ["PlayerKit", "PlayerKitCCurl", "PlayerKitSystem", .product(name: "HTTPTypes", package: "swift-http-types")]
    ),
    .target(
      name: "PlayerKitMedia",
      dependencies: [
        "PlayerKitHTTP", "PlayerKitSystem", "PlayerKit", "PlayerKitPlaylists",
        .product(name: "HTTPTypes", package: "swift-http-types"),
      ]
    ),
    // Without the files that call libmpv.
    .target(
      name: "PlayerKitMPV",
      dependencies: ["PlayerKitMedia", "PlayerKit"],
      exclude: ["Machine/EndClassifier.swift", "Machine/Truncation.swift"],
      sources: [
        "Machine", "Crossfade/Overlap.swift", "Core/AnnouncementQueue.swift", "Core/EntryFormat.swift",
        "Core/Playlist.swift",
      ]
    ),
    .target(name: "TestSupport", path: "Tests/Support", sources: ["Explorer.swift", "TestKind.swift"]),
    .testTarget(
      name: "EngineMachineTests",
      dependencies: ["PlayerKitMedia", "PlayerKit", "PlayerKitMPV", "TestSupport"],
      path: "Tests/PlayerKitMPVTests/Exploration"
    ),
    .testTarget(
      name: "MachineTests",
      dependencies: ["PlayerKit", "TestSupport"],
      path: "Tests/PlayerKitTests/Exploration"
    ),
    .testTarget(
      name: "WorldTests",
      dependencies: ["PlayerKit", "PlayerKitTesting", "TestSupport"],
      path: "Tests/PlayerKitTests/World"
    ),
  ],
  swiftLanguageModes: [.v6]
)
"""

SWITCH = """import Foundation

private let active = Int(ProcessInfo.processInfo.environment["MUTANT"] ?? "")
package func isMutant(_ number: Int) -> Bool { number == active }
"""

FOLDERS = [
    "PlayerKitCCurl", "PlayerKitCXML", "PlayerKitHTTP", "PlayerKitSystem", "PlayerKit", "PlayerKitPlaylists", "PlayerKitMedia", "PlayerKitMPV",
    "PlayerKitTesting",
]
TESTS = [
    "Tests/Support", "Tests/PlayerKitMPVTests/Exploration", "Tests/PlayerKitTests/Exploration",
    "Tests/PlayerKitTests/World",
]


def prepare():
    """Copies the sources, with all mutants in them. Returns the mutants as pairs of name and exploration."""
    for folder in ["Sources", "Tests"]:
        shutil.rmtree(COPY / folder, ignore_errors=True)
    for folder in [*(f"Sources/{name}" for name in FOLDERS), *TESTS]:
        shutil.copytree(ROOT / folder, COPY / folder)
    (COPY / "Package.swift").write_text(MANIFEST)
    (COPY / "Sources/PlayerKit/Mutant.swift").write_text(SWITCH)
    mutants, missing = [], []
    for file, text, mutated, *names in MUTANTS:
        path = COPY / file
        source = path.read_text()
        if source.count(text) != 1:
            missing.append(f"{file}: {source.count(text)} places for: {', '.join(names)}")
            continue
        for index, name in enumerate(names):
            sign = rf"\bM{index if len(names) > 1 else ''}\b"
            mutated = re.sub(sign, f"isMutant({len(mutants)})", mutated)
            mutants.append((name, EXPLORATIONS[2 if name.startswith("world") else "PlayerKitMPV" in file]))
        source = source.replace(text, mutated)
        if "PlayerKitMPV" in file and not re.search(r"^import PlayerKit$", source, re.M):
            source = "import PlayerKit\n" + source
        path.write_text(source)
    if missing:
        sys.exit("error: the text of each mutant must occur exactly once:\n  " + "\n  ".join(missing))
    return mutants


def explore(program, exploration, number):
    environment = dict(os.environ, MUTANT=str(number))
    command = [*program, "--filter", exploration]
    return subprocess.run(command, cwd=COPY, env=environment, capture_output=True, text=True, errors="replace")


def main():
    wanted = sys.argv[1] if len(sys.argv) > 1 else ""
    mutants = prepare()
    flags = ["-c", "release", "-Xswiftc", "-enable-testing"]
    print(f"==> {len(mutants)} mutants; building them", flush=True)
    subprocess.run([SWIFT, "build", "--build-tests", *flags], cwd=COPY, check=True, stdout=subprocess.DEVNULL)
    folder = subprocess.check_output([SWIFT, "build", "--show-bin-path", *flags], cwd=COPY, text=True).strip()
    program = [f"{folder}/MutantsPackageTests.xctest", "--testing-library", "swift-testing"]
    if explore(program, "|".join(EXPLORATIONS), "").returncode:
        sys.exit("error: the explorations fail without a mutant")
    chosen = [
        (number, *mutant) for number, mutant in enumerate(mutants)
        if (number % 6 == 0 if wanted == "sample" else wanted in mutant[0])
    ]

    def kill(mutant):
        number, name, exploration = mutant
        outcome = explore(program, exploration, number)
        finding = re.search(r"Expectation failed: (.{0,90})", outcome.stdout + outcome.stderr)
        is_killed = outcome.returncode != 0 and finding is not None
        print(f"{'killed' if is_killed else 'SURVIVES'}: {name}" + (f" ({finding[1]})" if finding else ""), flush=True)
        return is_killed

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        killed = sum(pool.map(kill, chosen))
    print(f"==> {killed} of {len(chosen)} mutants killed")
    sys.exit(0 if chosen and killed == len(chosen) else 1)


main()
