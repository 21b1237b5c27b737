/// A command: the number of its arguments, and its permissions.
struct MPDCommandInfo {
  let name: String
  let least: Int
  /// `nil` if unlimited.
  let most: Int?
  let isOpenToAll: Bool
  let isSupported: Bool

  /// Throws if the number of arguments is wrong.
  func check(_ count: Int) throws(MPDError) {
    if least == most, count != least {
      throw MPDError(.argument, "wrong number of arguments for \"\(name)\"")
    }
    if count < least { throw MPDError(.argument, "too few arguments for \"\(name)\"") }
    if let most, count > most {
      throw MPDError(.argument, "too many arguments for \"\(name)\"")
    }
  }
}

extension MPDCommandInfo {
  static let all: [MPDCommandInfo] = table.split(separator: "\n").map { line in
    let words = line.split(separator: " ")
    return MPDCommandInfo(
      name: String(words[0]),
      least: Int(words[1]) ?? 0,
      most: Int(words[2]),
      isOpenToAll: words.contains("open"),
      isSupported: !words.contains("refused")
    )
  }

  static let byName = Dictionary(uniqueKeysWithValues: all.map { ($0.name, $0) })

  /// `*` means any number. The table includes unsupported commands, so that their arguments are
  /// checked as in MPD and `notcommands` lists them.
  private static let table = """
    add 1 2
    addid 1 2
    addtagid 3 3 refused
    albumart 2 2
    binarylimit 1 1 open
    channels 0 0
    clear 0 0
    clearerror 0 0
    cleartagid 1 2 refused
    close 0 * open
    commands 0 0 open
    config 0 0 refused
    consume 1 1
    count 1 *
    crossfade 1 1
    currentsong 0 0
    decoders 0 0
    delete 1 1
    deleteid 1 1
    delpartition 1 1 refused
    disableoutput 1 1
    enableoutput 1 1
    find 1 *
    findadd 1 *
    getfingerprint 1 1 refused
    getvol 0 0
    idle 0 *
    kill 0 * refused
    list 1 *
    listall 0 1
    listallinfo 0 1
    listfiles 0 1
    listmounts 0 0
    listneighbors 0 0 refused
    listpartitions 0 0
    listplaylist 1 1
    listplaylistinfo 1 1
    listplaylists 0 0
    load 1 3
    lsinfo 0 1
    mixrampdb 1 1 refused
    mixrampdelay 1 1 refused
    mount 2 2 refused
    move 2 2
    moveid 2 2
    moveoutput 1 1 refused
    newpartition 1 1 refused
    next 0 0
    notcommands 0 0 open
    outputs 0 0
    outputset 3 3
    partition 1 1
    password 1 1 open
    pause 0 1
    ping 0 0 open
    play 0 1
    playid 0 1
    playlist 0 0
    playlistadd 2 3
    playlistclear 1 1
    playlistdelete 2 2
    playlistfind 1 *
    playlistid 0 1
    playlistinfo 0 1
    playlistmove 3 3
    playlistsearch 1 *
    plchanges 1 2
    plchangesposid 1 2
    previous 0 0
    prio 2 * refused
    prioid 2 * refused
    random 1 1
    rangeid 2 2
    readcomments 1 1
    readmessages 0 0
    readpicture 2 2
    rename 2 2
    repeat 1 1
    replay_gain_mode 1 1
    replay_gain_status 0 0
    rescan 0 1
    rm 1 1
    save 1 1
    search 1 *
    searchadd 1 *
    searchaddpl 2 *
    seek 2 2
    seekcur 1 1
    seekid 2 2
    sendmessage 2 2
    setvol 1 1
    shuffle 0 1
    single 1 1
    stats 0 0
    status 0 0
    sticker 3 * refused
    stop 0 0
    subscribe 1 1
    swap 2 2
    swapid 2 2
    tagtypes 0 * open
    toggleoutput 1 1
    unmount 1 1 refused
    unsubscribe 1 1
    update 0 1
    urlhandlers 0 0
    volume 1 1
    """
}
