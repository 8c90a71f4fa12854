"""Starts the real servers on free loopback ports, says where they are, and ends them.

A line on standard output for each, once it answers: its name, its base URL, and `key=value` for what a
client needs. It runs until its standard input ends, its parent dies, a signal comes, or a server dies.
"""

import http.client
import os
import select
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.parse
from pathlib import Path

HERE = Path(__file__).resolve().parent
NAMES = ["kinto", "datasette", "django", "jsonapi", "fastapi", "httpbin"]

# Long enough for a machine that is busy compiling.
SECONDS_TO_START = 120


class Failure(Exception):
    """Why the servers cannot run, in words for whoever started them."""


class Server:
    """One server: a process, and the pipe on which it says that it is ready."""

    def __init__(self, name, folder, lifeline):
        self.name = name
        self.log = folder / f"{name}.log"
        state = folder / name
        state.mkdir()
        # The port is taken here, and the socket handed on: nobody can take it in between.
        with socket.create_server(("127.0.0.1", 0)) as listener, self.log.open("wb") as log:
            self.port = listener.getsockname()[1]
            self.process = subprocess.Popen(
                [sys.executable, "-I", "-B", HERE / "serve.py", name]
                + [str(listener.fileno()), str(lifeline), state],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=log,
                pass_fds=[listener.fileno(), lifeline],
            )

    def await_line(self, caller, deadline):
        """The line to print, once the server has said it and answers a request."""
        said = b""
        while not said.endswith(b"\n"):
            if time.monotonic() > deadline:
                raise Failure(f"{self.name} is not ready after {SECONDS_TO_START} seconds{self.tail()}")
            if caller.wait(self.process.stdout):
                part = os.read(self.process.stdout.fileno(), 4096)
                if not part:
                    raise Failure(f"{self.name} has ended before it was ready{self.tail()}")
                said += part
            if caller.is_gone:
                raise Failure("standard input has ended before the servers were ready: hold it open")
        line = said.decode()
        path = urllib.parse.urlsplit(line.split()[0]).path
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=max(1, deadline - time.monotonic()))
        try:
            connection.request("GET", path or "/")
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException) as error:
            raise Failure(f"{self.name} does not answer: {error}{self.tail()}") from error
        finally:
            connection.close()
        if status >= 500:
            raise Failure(f"{self.name} answers with {status}{self.tail()}")
        return f"{self.name} {line}"

    def tail(self):
        """The end of what the server wrote to standard error."""
        text = self.log.read_text(errors="replace")[-4000:].strip()
        return f"; its log ends:\n{text}" if text else ""

    def end(self):
        # What it holds is thrown away, so there is nothing to close in good order.
        self.process.kill()
        self.process.wait()


class Caller:
    """Whoever started the servers. He is gone when standard input ends, or when he has died."""

    def __init__(self):
        self.parent = os.getppid()
        self.has_hung_up = False

    def wait(self, *files):
        """The files that can be read: waits for one, or for standard input, for a second at most."""
        readable = select.select([0, *files], [], [], 1)[0]
        if 0 in readable:
            self.has_hung_up = not os.read(0, 4096)
        return [file for file in readable if file != 0]

    @property
    def is_gone(self):
        # An orphan has a new parent. Standard input may live on in a sibling that inherited it.
        return self.has_hung_up or os.getppid() != self.parent


def run(names):
    caller = Caller()
    for number in [signal.SIGTERM, signal.SIGINT, signal.SIGHUP]:
        signal.signal(number, lambda number, frame: sys.exit(0))
    folder = Path(tempfile.mkdtemp(prefix="repogen-real-servers-"))
    # Only this process holds the end that could write: the servers read the end of the pipe when it
    # dies, however it dies, and end themselves. That holds on every system, unlike a signal to orphans.
    lifeline, held = os.pipe()
    servers = []
    try:
        for name in names:
            servers.append(Server(name, folder, lifeline))
        deadline = time.monotonic() + SECONDS_TO_START
        for server in servers:
            print(server.await_line(caller, deadline), end="", flush=True)
        while not caller.is_gone:
            caller.wait()
            for server in servers:
                if server.process.poll() is not None:
                    raise Failure(f"{server.name} has ended with {server.process.returncode}{server.tail()}")
    finally:
        for server in servers:
            server.end()
        shutil.rmtree(folder, ignore_errors=True)
        os.close(held)


def main():
    names = sys.argv[1:] or NAMES
    try:
        for name in names:
            if name not in NAMES:
                raise Failure(f"there is no server {name}: the names are {', '.join(NAMES)}")
        if len(set(names)) != len(names):
            raise Failure("a server is named twice")
        run(names)
    except Failure as failure:
        sys.exit(f"** error: {failure}")
    except BrokenPipeError:
        # Nobody reads what is printed: there is nobody to serve.
        sys.exit(1)


main()
