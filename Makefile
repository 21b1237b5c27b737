# Every target works in a fresh clone; `make` alone lists them.

SWIFT ?= swift
# What continuous integration adds to each build. `make test CI=true` behaves as it does there.
STRICT_FLAGS := -Xswiftc -warnings-as-errors --explicit-target-dependency-import-check error
SWIFT_FLAGS ?= $(if $(CI),$(STRICT_FLAGS))
RUN_TESTS := SWIFT="$(SWIFT)" Scripts/run-tests.sh
BENCH := $(SWIFT) run -c release --package-path Benchmarks
SOURCES := Sources Tests Examples Scripts Benchmarks/Sources Benchmarks/Package.swift Package.swift

# SwiftPM passes the traits on in the order of a set. In another order all would be built anew.
export SWIFT_DETERMINISTIC_HASHING := 1

.DEFAULT_GOAL := help
.PHONY: $(shell awk -F: '/^[a-z-]+:/ { print $$1 }' $(firstword $(MAKEFILE_LIST)))

help: ## List the targets
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))

bootstrap: ## Install libmpv, libavformat, TagLib, libsystemd and SQLite where they are missing (apt or Homebrew)
	@Scripts/bootstrap.sh

build: bootstrap ## Build the library and the examples
	$(SWIFT) build $(SWIFT_FLAGS)

strict: bootstrap ## Build everything with warnings as errors and imports checked
	$(SWIFT) build --build-tests $(STRICT_FLAGS)

test: bootstrap ## Run the tests: no sound card, network or account needed
	@SWIFT="$(SWIFT)" Scripts/test.sh $(SWIFT_FLAGS)

test-without-traits: bootstrap ## Run core and catalog tests with all traits off, in a build folder of their own
	@$(RUN_TESTS) --disable-default-traits --scratch-path .build-notraits --skip "Exploration|QueueLaw" \
	  --filter "^(PlayerKitTests|ServicesTests)\." $(SWIFT_FLAGS)

live: bootstrap ## Run the catalog's suite against the services (credentials in the environment)
	@LIVE=1 $(RUN_TESTS) --filter "CatalogSuiteTests|SpotifySuiteTests" $(SWIFT_FLAGS)

interop: build ## Compare with programs of other people: clients at the simulator, tags with mutagen, pages, podcasts (needs PyPI)
	@Scripts/interop.sh

mpd: build ## Compare our server of MPD's protocol with MPD itself, by mpc and python-mpd2 (MPD=sample)
	@Scripts/interop/mpd.sh

demo: build ## Play a short queue of files, URLs and simulated previews
	$(SWIFT) run --skip-build playerkit demo

lint: ## Check the formatting, and what imports Foundation
	$(SWIFT) format lint --strict --parallel -r $(SOURCES)
	@Scripts/check-imports.sh

format: ## Format the sources in place
	$(SWIFT) format -i --parallel -r $(SOURCES)

sanitize: bootstrap ## Run the engine's lifetime tests under the thread and address sanitizers
	@Scripts/sanitize.sh

explore: bootstrap ## Explore the state machines deeper than the tests do (EXPLORATION_DEPTH=5)
	@EXPLORATION_DEPTH=$(or $(EXPLORATION_DEPTH),5) $(RUN_TESTS) --filter ExplorationTests $(SWIFT_FLAGS)

queue-laws: bootstrap ## Run the queue's laws over 100,000 sequences of edits, release build (SEQUENCES, SEED)
	@SEQUENCES=$(or $(SEQUENCES),100000) $(RUN_TESTS) -c release -Xswiftc -enable-testing \
	  --scratch-path .build-laws --filter "QueueLawTests" $(SWIFT_FLAGS)

random-operations: bootstrap ## Command a queue over late players at random, release build (ROUNDS=100000, SEED)
	@ROUNDS=$(or $(ROUNDS),100000) $(RUN_TESTS) -c release -Xswiftc -enable-testing \
	  --scratch-path .build-random --filter RandomOperationsTests $(SWIFT_FLAGS)

mutants: ## Take guards out of the state machines; the exploration must notice each (MUTANTS=sample, MUTANTS=check)
	@Scripts/mutants.sh

tables: bootstrap ## Write the tables of Documentation/StateMachines.md anew
	@UPDATE_TABLES=1 $(RUN_TESTS) --filter TransitionTableTests $(SWIFT_FLAGS)

measure: bootstrap ## Measure the loader beside mpv's own http, skipping, and MP3 (PARTS="loader skip mp3")
	$(BENCH) engine-figures $(PARTS)

bench: bench-catalog bench-queue bench-playback ## Measure all (release builds); fails above the bounds

bench-catalog: ## Measure decoding beside a plain model
	$(BENCH) decode-songs

bench-queue: ## Measure the queue at 1,000, 100,000 and 1,000,000 entries
	$(BENCH) queue-operations

bench-playback: bootstrap ## Measure playback beside mpv, MPD and Mopidy (BENCH_SECONDS=60 for CPU; PARTS="memory burst")
	$(SWIFT) build -c release --package-path Benchmarks
	$(BENCH) playback-figures $(PARTS) --seconds $(or $(BENCH_SECONDS),20)

bench-responsiveness: bootstrap ## Measure volume, pause, burst, CPU and wake-ups by the output's buffer, beside mpv and MPD
	$(SWIFT) build -c release --package-path Benchmarks
	$(BENCH) playback-figures responsiveness burst --seconds $(or $(BENCH_SECONDS),20)

bench-levels: bootstrap ## Measure what it costs that somebody sees the sound, and nobody (release build; 4 minutes)
	$(BENCH) engine-figures levels

bench-inspect: bootstrap ## Time a look into 10,000 files beside mutagen; fails if mutagen is faster (needs PyPI)
	@Scripts/bench-inspect.sh

bench-library: bootstrap ## Measure libraries of 0.1 and 1 million invented songs (ROWS="n n"), and of 10,000 files beside MPD (Debian, PyPI)
	@Scripts/bench-library.sh $(or $(ROWS),100000 1000000 0)

bench-library-whole: bootstrap ## The same with 10 million songs (about half an hour and 8 GB of disk)
	@Scripts/bench-library.sh 100000 1000000 10000000 0

bench-waveform: bootstrap ## Make the waveform of an hour of FLAC beside ffmpeg's; fails if ffmpeg is faster, or a point is wrong (needs PyPI)
	@Scripts/bench-waveform.sh

shims: ## Compile the shims of FFmpeg and TagLib against the headers of other releases of Debian
	@Scripts/check-shims.sh

inspect-hostile: bootstrap ## Look into 100,000 files that were changed at random (FILES=n, SEED)
	@Scripts/inspect-hostile.sh $(or $(FILES),100000) $(SEED)

kill-store: bootstrap ## Kill a process that keeps a queue, 200 times (KILLS=n), and see what is left
	@Scripts/kill.sh store $(or $(KILLS),200)

servers: build ## Play what real servers serve, and count what is lost (SERVERS=sample, SERVERS="nginx icecast", LIVE_SECONDS=180)
	@SWIFT="$(SWIFT)" Scripts/servers.sh

rooms: bootstrap ## Play in rooms of a real Snapcast, and compare what is told with what is heard (Debian; ROOMS=sample, ROOMS_SECONDS)
	@SWIFT="$(SWIFT)" Scripts/rooms.sh $(SWIFT_FLAGS)

subsonic: build ## Play an album of the real Supysonic (PyPI), and compare samples, scrobbles, secrets
	@SWIFT="$(SWIFT)" Scripts/subsonic.sh

mpris: build ## Steer the command line by playerctl, gdbus and busctl on a bus of its own, and count wake-ups (Linux)
	@SWIFT="$(SWIFT)" Scripts/mpris.sh

mpris-remote: bootstrap ## Play tracks in the real mpv and VLC over D-Bus, and a queue through four players (Debian; about 4 minutes)
	@SWIFT="$(SWIFT)" Scripts/mpris-remote.sh $(SWIFT_FLAGS)

mixed-queue: build ## Play a queue of six kinds, by the real Supysonic and yt-dlp (PyPI): samples, order of events
	@SWIFT="$(SWIFT)" Scripts/mixed-queue.sh

scrobbling: build ## Have pylast and liblistenbrainz write to the simulated services (needs PyPI)
	@Scripts/interop/scrobbling.sh

kill-outbox: bootstrap ## Kill a process that tells services what is heard, 200 times (KILLS=n), and see what they counted
	@Scripts/kill.sh outbox $(or $(KILLS),200)

kill-cache: bootstrap ## Kill processes that play from a cache, 200 times (KILLS=n), and see what is left
	@Scripts/kill.sh cache $(or $(KILLS),200)

consumers: bootstrap ## Build apps that depend on this package, by path and by a git tag (APPS="core service")
	@Scripts/consumers.sh $(APPS)

measure-store: bootstrap ## Time a queue of a million entries in an SQLite store (ENTRIES=n, release build)
	@Scripts/measure-store.sh $(or $(ENTRIES),1000000)

realtime-seam: build ## Record a seam in real time from a PulseAudio null sink, and compare it
	@Scripts/realtime-seam.sh

heard-parts: bootstrap ## Record when chapters and lines begin to sound, at speeds and behind seeks: told within 50 ms
	@Scripts/realtime-tests.sh RealTimeHeardPartsTests

realtime-clip: bootstrap ## Record clips behind tracks likewise: tails whole, joints 0
	@Scripts/realtime-tests.sh RealTimeClipTests

realtime-crossfade: bootstrap ## Record crossfades likewise, also from a server that answers late (needs ffmpeg)
	@Scripts/realtime-tests.sh RealTimeCrossfadeTests

realtime-tail: bootstrap ## Record a track before one that is damaged likewise: tails whole
	@Scripts/realtime-tests.sh RealTimeTailTests

late-changes: bootstrap ## Change what comes next up to 0.1 s before the end, and record what is heard (LATE_CHANGES=20, LATE_LEADS=300,100)
	@LATE_CHANGES=$(or $(LATE_CHANGES),20) Scripts/realtime-tests.sh LateChangeTests rewinds

joints: bootstrap ## Have every format follow every other, and print by how many samples each is off
	@JOINTS=1 $(RUN_TESTS) --filter '/(Sound)?JointTests' $(SWIFT_FLAGS)

bit-perfect: bootstrap ## Play all formats and rates through ALSA and PulseAudio, and count samples that differ (Linux)
	@SWIFT="$(SWIFT)" Scripts/bit-perfect.sh $(SWIFT_FLAGS)

vanishing-output: build ## Kill a private PulseAudio daemon under what plays, and start it again
	@VANISHING_OUTPUT=1 $(RUN_TESTS) --filter 'OutputLoss|RealTimeVolume' $(SWIFT_FLAGS)

realtime-http: build ## Record seams likewise, from a server that answers each request late
	@REALTIME=1 $(RUN_TESTS) --filter SlowServerTests $(SWIFT_FLAGS)
	@Scripts/realtime-http.sh

realtime-demo: build ## Record the demo in real time likewise, and compare it with its file
	@Scripts/realtime-demo.sh

realtime-fade: bootstrap ## Measure the clicks of pauses and seeks on a PulseAudio null sink, with fades and without
	@Scripts/realtime-fade.sh

preview-music: ## Make the music of the simulated previews anew (needs ffmpeg, lame and python3)
	@Scripts/make-preview-music.sh

loudness-fixtures: ## Make the tagged files of the loudness tests anew (needs ffmpeg)
	@Scripts/make-loudness-fixtures.sh

tag-fixtures: ## Make the tagged files of the inspector's tests anew (needs ffmpeg, python3 and PyPI)
	@Scripts/make-tag-fixtures.sh

demo-music: ## Make the demo's music files anew (needs ffmpeg, flac and lame)
	@Scripts/make-demo-music.sh

radio: build ## Play Icecast, MPD and liquidsoap in five formats: titles, lost connections, pauses (needs these and ffmpeg)
	@Scripts/servers/radio.py

radio-hour: build ## Play an hour of radio at 60 times speed, with connections lost; count gaps and memory (needs ffmpeg)
	@Scripts/servers/radio-hour.py

web-test: build ## Steer the web player in Chromium: mouse, keyboard, eight pages, bad clients, axe, a million entries (WEB=sample)
	@SWIFT="$(SWIFT)" Scripts/web-player.sh

count: ## Count files, lines of code and public declarations of the sources
	@python3 Scripts/count-lines.py

clean: ## Remove the build folders
	rm -rf .build .build-tsan .build-asan .build-laws .build-mutants .build-random .build-notraits Benchmarks/.build
