"""Kinto, and one bucket that everybody may write, whose collection `tasks` has a schema."""

import base64
import json
from pathlib import Path

import waitress
from pyramid.paster import get_app
from webob import Request

USER, PASSWORD = "repogen", "secret"

SCHEMA = {
    "type": "object",
    "required": ["title"],
    "properties": {
        "title": {"type": "string", "minLength": 1, "maxLength": 80},
        "priority": {"type": "integer", "minimum": 0},
    },
}


def put(app, path, body):
    """Sends one request to the application, past the network."""
    credentials = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    request = Request.blank(
        f"/v1{path}",
        method="PUT",
        headers={"Authorization": f"Basic {credentials}", "Content-Type": "application/json"},
        body=json.dumps(body).encode(),
    )
    response = request.get_response(app)
    if response.status_int >= 300:
        raise SystemExit(f"PUT {path}: {response.status} {response.text}")


def serve(listener, folder, ready):
    app = get_app(str(Path(__file__).with_name("kinto.ini")))
    put(app, "/buckets/checked", {"permissions": {"write": ["system.Authenticated"]}})
    put(app, "/buckets/checked/collections/tasks", {"data": {"schema": SCHEMA}})
    ready("/v1", scheme="Basic", user=USER, password=PASSWORD)
    waitress.serve(app, sockets=[listener])
