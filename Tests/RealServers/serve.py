"""The process of one server: `serve.py NAME LISTENER LIFELINE FOLDER`, with two file descriptors.

It runs `NAME/server.py`, and ends when the other end of the lifeline is closed.
"""

import importlib.util
import os
import shutil
import socket
import sys
import threading
from pathlib import Path


def die_with(lifeline, folder):
    """Ends this process, and removes what all servers hold, when the supervisor is gone."""
    os.read(lifeline, 1)
    shutil.rmtree(folder, ignore_errors=True)
    os._exit(1)


def main():
    name, listener, lifeline, folder = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), Path(sys.argv[4])
    threading.Thread(target=die_with, args=(lifeline, folder.parent), daemon=True).start()

    listening = socket.socket(fileno=listener)
    origin = f"http://127.0.0.1:{listening.getsockname()[1]}"
    # The pipe is for the one line that says ready; what a server prints by itself goes to its log.
    supervisor = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)

    def ready(path, **facts):
        """Says where the server is, below its origin, and what a client needs."""
        print(origin + path, *(f"{key}={value}" for key, value in facts.items()), file=supervisor, flush=True)

    here = Path(__file__).resolve().parent / name
    # Its other modules are found by name, and after the packages of the environment.
    sys.path.append(str(here))
    spec = importlib.util.spec_from_file_location("server", here / "server.py")
    server = importlib.util.module_from_spec(spec)
    sys.modules["server"] = server
    spec.loader.exec_module(server)
    server.serve(listening, folder, ready)


main()
