"""Runs one program for `processes.py`, and kills it with all its descendants when the test runner is gone.

    leash.py DESCRIPTOR USER PROGRAM ARGUMENT …

DESCRIPTOR is one end of a socket whose other end only the runner holds. The leash writes the process id to it, and
later the exit status and the peak memory (bytes) of the program and its children. As soon as the other end is closed,
by the test or because the runner was killed, the leash sends SIGKILL to every descendant. This includes a daemon that
detached itself, because the leash adopts orphans.
"""

import ctypes
import os
import pathlib
import pwd
import select
import signal
import socket
import sys

PR_SET_PDEATHSIG = 1
PR_SET_CHILD_SUBREAPER = 36
libc = ctypes.CDLL(None)


def descendants(process):
    """The descendants of a process, parents first."""
    parents = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parent = int((folder / "stat").read_text().rpartition(")")[2].split()[1])
        except (OSError, IndexError):
            continue
        parents.setdefault(parent, []).append(int(folder.name))
    found = [process]
    for one in found:
        found += parents.get(one, [])
    return found[1:]


def start(user, command):
    child = os.fork()
    if child:
        return child
    try:
        # Only a program that changes its user survives. Only a user can kill the leash itself.
        libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
        if user:
            account = pwd.getpwnam(user)
            os.setgroups([])
            os.setgid(account.pw_gid)
            os.setuid(account.pw_uid)
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGPIPE):
            signal.signal(number, signal.SIG_DFL)
        os.execvp(command[0], command)
    except OSError as error:
        print(f"{command[0]}: {error}", file=sys.stderr)
    os._exit(127)


def main():
    connection = socket.socket(fileno=int(sys.argv[1]))
    connection.set_inheritable(False)
    libc.prctl(PR_SET_CHILD_SUBREAPER, 1)
    ticks, tick = os.pipe()
    os.set_blocking(tick, False)
    signal.set_wakeup_fd(tick)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_IGN)
    program = start(sys.argv[2], sys.argv[3:])
    # The pipes of the program end with the program.
    nothing = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(nothing, descriptor)
    connection.sendall(b"%d\n" % program)
    while True:
        ready, _, _ = select.select([ticks, connection], [], [])
        if connection in ready:
            break
        os.read(ticks, 4096)
        while ended := reap():
            if ended[0] == program:
                try:
                    status = os.waitstatus_to_exitcode(ended[1])
                    connection.sendall(b"%d %d\n" % (status, ended[2].ru_maxrss << 10))
                except OSError:
                    pass
    while True:
        for process in descendants(os.getpid()):
            try:
                os.kill(process, signal.SIGKILL)
            except ProcessLookupError:
                pass
        try:
            os.waitpid(-1, 0)
        except ChildProcessError:
            return


def reap():
    """A child that has ended, with its status and its usage, or nothing."""
    try:
        ended = os.wait4(-1, os.WNOHANG)
    except ChildProcessError:
        return None
    return ended if ended[0] else None


main()
