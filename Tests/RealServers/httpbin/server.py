"""httpbin as it is published."""

import waitress


def serve(listener, folder, ready):
    from httpbin import app

    ready("")
    waitress.serve(app, sockets=[listener], threads=8)
