# The mutants: `mutant NAME FILE FROM TO`, one guard each.

machine=Sources/PlayerKit/Playback/PlaybackStateMachine.swift
queue=Sources/PlayerKit/Queue/QueueStateMachine

mutant "playback machine, load id not checked" $machine \
  'guard var media = status.activeMedia, media.load == load else' \
  'guard var media = status.activeMedia else'
mutant "playback machine, seek id not checked" $machine \
  'guard media.seek == id else { return PlaybackStep() }' \
  'guard media.seek != nil else { return PlaybackStep() }'
mutant "a pause keeps no position" $machine \
  '    freeze(at: now)
    setIntent(wantsToPlay, reason)' '    setIntent(wantsToPlay, reason)'
mutant "another rate counts for what was played before" $machine \
  'if settings.rate != status.rate { freeze(at: now) { $0.speed = nil } }' ''
mutant "a track is played on from its end" $machine \
  'resumeAt = .zero' ''
mutant "queue machine, load id not checked" $queue+Reports.swift \
  'if machine.attempt?.load == load, machine.attempt?.player != nil {' \
  'if machine.attempt?.player != nil {'
mutant "exclusivity: no waiting for another player's silence" $queue+Loading.swift \
  'if isKeptWaiting(player) { attempt.stage = .awaitingRelease(player) }' ''
mutant "exclusivity: the other player is not asked to stop" $queue+Loading.swift \
  'if let last = holdings.last, last.player.ref != player.ref { release(&turn) }' ''
mutant "exclusivity: what was to be given back before is forgotten" $queue+Loading.swift \
  'holdings.append(Holding(player: player, load: load))' 'holdings = [Holding(player: player, load: load)]'
mutant "what nobody wants is not released" $queue.swift \
  'if attempt == nil { release(&turn) }' ''
mutant "an interruption holds nothing back" Sources/PlayerKit/PlayerStatus.swift \
  'package var maySound: Bool { intent.wantsToPlay && interruptions.isEmpty }' \
  'package var maySound: Bool { intent.wantsToPlay }'
mutant "played elsewhere during an interruption, it sounds" $machine \
  'if action == .play, !status.maySound { correction = .setPlaying(false, load) }' ''
mutant "what was said elsewhere crosses a command" $queue+Reports.swift \
  'if report == .remote(.play) || report == .remote(.pause), let player' 'if report == .superseded, let player'
mutant "another player is not told of the ducking" $queue+Loading.swift \
  'playback.status.audibleSettings' 'playback.status.settings'
mutant "the sleep timer pauses nothing" $queue+Time.swift \
  'step(&turn) { $0.pause(reason: .sleepTimer, now: $1) }' ''
mutant "the sleep timer does not stop what follows by itself" $queue+Reports.swift \
  'guard !stopsHere else' 'guard !stopsAfterCurrent else'
mutant "what is to follow is handed over though it is to stop" $queue+Preparing.swift \
  ', !stopsHere' ''
mutant "tries without a bound" $queue+Failures.swift \
  'retries(before: attempt, at: now) < count' 'retries(before: attempt, at: now) <= count'
mutant "failures without a bound" $queue+Failures.swift \
  'return failures >= ' 'return failures > '
mutant "retry() of what has not failed" $queue+Commands.swift \
  'machine.attempt == nil, machine.playback.status.error != nil {' 'machine.attempt == nil {'
mutant "a track that is paused past its end ends" $queue+Loading.swift \
  'if !isPlaying, case .asked = contact { contact = .confirmed }' ''
mutant "what is begun is not recorded" $queue.swift \
  'if begins { recordPlay' 'if !begins { recordPlay'

engine=Sources/PlayerKitMPV/Machine
mutant "engine: a restart of another entry counts" $engine/MPVEngineStateMachine.swift \
  'guard let active, reading.entry == active else' 'guard let active else'
mutant "engine: a restart before the seek has begun settles it" $engine/EngineItem.swift \
  'case .sent:
      return .pending
    case .waiting, .underWay, nil:' 'case .waiting, .sent, .underWay, nil:'
mutant "engine: a newer seek is forgotten" $engine/EngineItem.swift \
  'seek?.newer = target' ''
mutant "engine: what was revoked too late is followed by what it was put before" $engine/MPVEngineStateMachine.swift \
  'return [.clearPlaylist]
  }' 'return []
  }'
mutant "engine: idle is taken for the end while libmpv plays" $engine/MPVEngineStateMachine.swift \
  'slot.isOver, active == nil, !isTailHeard' 'slot.isOver, !isTailHeard'
mutant "engine: a seek is lost when the track ends under it" $engine/MPVEngineStateMachine+Current.swift \
  'return returnToSeek(slot) ?? tail(failure: nil)' 'return tail(failure: nil)'
mutant "engine: what follows does not ask after whom" $engine/MPVEngineStateMachine.swift \
  'guard let current, current.id == after else' 'guard let current else'
mutant "engine: what follows is told before it is heard" $engine/MPVEngineStateMachine+Following.swift \
  'guard position >= (isNext ? .milliseconds(-2) : .zero) else' 'guard isNext || position >= .zero else'
mutant "engine: an overlap is appended behind its beginning" $engine/MPVEngineStateMachine+Crossfade.swift \
  'isAhead(of: rendered.start, at: position)
    else { return cancelRendering() + appendNext() }' 'position >= .zero
    else { return cancelRendering() + appendNext() }'
mutant "engine: the overlap stays open when it is over" $engine/MPVEngineStateMachine+Crossfade.swift \
  'next?.slot.body = nil
      return [.close(entry)]' 'next?.slot.body = nil
      return []'
mutant "engine: the end of the first stays early when the overlap is dropped" $engine/MPVEngineStateMachine+Crossfade.swift \
  'return unsetEnd + takeBackNext()' 'return takeBackNext()'
mutant "engine: a lost output does not pause" $engine/MPVEngineStateMachine+Output.swift \
  'case .lost: true' 'case .lost: !isPlaying'
mutant "engine: the pause ends before the start is reached" $engine/EngineItem.swift \
  'var mustStaySilent: Bool { phase == .opening && seek != nil }' 'var mustStaySilent: Bool { false }'
mutant "engine: what fails under a seek leaves libmpv paused" $engine/MPVEngineStateMachine+Current.swift \
  '(slot.mustStaySilent ? [.setPaused(pause)] : [])' '[]'
mutant "engine: a seek past the end leaves what follows paused" $engine/MPVEngineStateMachine+Current.swift \
  'return wasSilent ? [.setPaused(shallPause)] : []' 'return []'
mutant "engine: what was revoked plays in place of what follows a failure" $engine/MPVEngineStateMachine.swift \
  'guard current.isInherited else' 'guard false else'
mutant "engine: a change of rate makes it forget to look" $engine/MPVEngineStateMachine.swift \
  'isTailSounding ? [.measure] : [.measure' 'false ? [.measure] : [.measure'
mutant "engine: what was revoked plays where what it followed has failed" $engine/MPVEngineStateMachine.swift \
  'isClosed ? [] : [.setPaused(true), .stop]' '[]'
mutant "engine: what was decoded unread fails at once" $engine/MPVEngineStateMachine+Current.swift \
  '? tail(failure: error) : failCurrent(error, hasBegun: true)' '? failCurrent(error) : failCurrent(error, hasBegun: true)'
mutant "engine: a pause in the tail keeps its deadline" $engine/MPVEngineStateMachine.swift \
  'return actions + [.wake(after: nil), .measure]' 'return actions + [.measure]'
mutant "engine: what was decoded whole behind a tail is never told" $engine/MPVEngineStateMachine+Following.swift \
  'isTailHeard ? handOver(to: now)' 'false ? handOver(to: now)'
mutant "engine: what broke off unread stays in the buffer" $engine/MPVEngineStateMachine+Current.swift \
  'follower.isAppended && !hasBegun' 'follower.isAppended'
mutant "engine: nobody looks whether what follows is heard" $engine/MPVEngineStateMachine+Following.swift \
  'return [.wake(after: speed > 0 ? position / -speed : nil)]' 'return []'
mutant "exclusivity: what was cancelled is taken for silent" $queue+Preparing.swift \
  'holdings.insert(Holding(player: player, load: preload.load, deadline: deadline), at: 0)' '_ = deadline'
inspecting=Sources/PlayerKit/Queue/Inspection/QueueStateMachine+Inspecting.swift
mutant "an entry is looked into before the sound" $inspecting \
  'var mayInspect: Bool { burstEndsAt == nil && !playback.status.isBuffering }' \
  'var mayInspect: Bool { burstEndsAt == nil }'
mutant "a question about an entry that left is not cancelled" $inspecting \
  'case .window(let entry): window.contains(entry)' \
  'case .window: true'
mutant "an answer to another question counts" $inspecting \
  'asked.id == question, let entry' \
  'let entry'
mutant "what failed for good is looked into again" $inspecting \
  'case .never: false' 'case .never: true'
mutant "a server is asked before the entry is open" $inspecting \
  'guard isOpen(entry) else { return .files }' \
  'guard queue.contains(entry) else { return .files }'
mutant "a station that comes next is looked into" $inspecting \
  'return handover.isLive == false' 'return handover.isLive != nil'
mutant "nobody looks into what comes next before it can sound" $inspecting \
  'return handover.isLive == false' 'return false'
mutant "another server is told of what nobody hears" $inspecting \
  'entry == queue.current && playback.status.isPlaying ?' 'entry == queue.current ?'
words=Sources/PlayerKit/Queue/NowPlaying/QueueStateMachine+Lyrics.swift
timeline=Sources/PlayerKit/Queue/NowPlaying/QueueStateMachine+Timeline.swift
marks=Sources/PlayerKit/Queue/NowPlaying/TimelineMarks.swift
mutant "words are searched of what nobody hears" $words \
  'let attempt, attempt.load == words.heard, mayInspect' 'attempt != nil, mayInspect'
mutant "words are searched before the sound" $words \
  'attempt.load == words.heard, mayInspect, !' 'attempt.load == words.heard, !'
mutant "words are searched of what is not known yet" $words \
  '!playback.status.isLive, isInspected,' '!playback.status.isLive,'
mutant "words that nobody wants stay" $words \
  'if !words.areWanted || words.entry != queue.current {' 'if words.entry != queue.current {'
mutant "the words of before stay" $words \
  'if !words.areWanted || words.entry != queue.current {' 'if !words.areWanted {'
mutant "an answer to another search counts" $words \
  'guard words.question?.id == question else' 'guard words.question != nil else'
mutant "the chapters of a load of before count" $timeline \
  'guard timeline?.load == load else' 'guard timeline != nil else'
mutant "the parts of before stay" $timeline \
  'let isNew = timeline?.load != load' 'let isNew = timeline == nil'
mutant "a part is told that is not heard" $marks \
  'guard isHeard, current != heard else' 'guard current != heard else'
mutant "a part is told again and again" $marks \
  'guard isHeard, current != heard else' 'guard isHeard else'
