# A template: `packaging/formula.sh` fills in the address of the repository, and the tag of the release.
class Playerkit < Formula
  desc "Music player for many services, with one gapless queue"
  homepage "@URL@"
  url "@URL@", using: :git, tag: "@VERSION@", revision: "@REVISION@"
  license "MIT"
  head "@URL@", branch: "main"

  depends_on "pkgconf" => :build
  depends_on xcode: ["26.0", :build]
  depends_on "ffmpeg"
  depends_on macos: :sequoia
  depends_on "mpv"
  depends_on "taglib"
  depends_on "uchardet"

  def install
    # Homebrew has its own sandbox, in which SwiftPM's cannot run.
    system "make", "install", "PREFIX=#{prefix}", "SWIFT_FLAGS=--disable-sandbox"
  end

  service do
    run [opt_bin/"playerkit", "serve", "--play", "--queue", var/"playerkit/queue.sqlite", "--web", "127.0.0.1:8300"]
    keep_alive crashed: true
    log_path var/"log/playerkit.log"
    error_log_path var/"log/playerkit.log"
  end

  def post_install
    (var/"playerkit").mkpath
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/playerkit --version")
  end
end
