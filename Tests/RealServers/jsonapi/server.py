"""A JSON:API server: Flask-Restless-NG over a fresh SQLite file, for clients with a token."""

import uuid

import waitress
from flask import Flask, Response, json, request
from flask_restless import CONTENT_TYPE, APIManager
from models import Article, Base, Invalid, Person
from sqlalchemy import create_engine, event
from sqlalchemy.orm import scoped_session, sessionmaker

TOKEN = "repogen-jsonapi-token"


def refuse_strangers():
    """The framework leaves authentication to the application. The error is in the form of JSON:API."""
    if request.headers.get("Authorization") == f"Bearer {TOKEN}":
        return None
    error = {"status": "401", "title": "Unauthorized", "detail": "The token is missing or wrong"}
    body = json.dumps({"errors": [error], "jsonapi": {"version": "1.0"}})
    return Response(body, 401, {"WWW-Authenticate": "Bearer"}, content_type=CONTENT_TYPE)


def make_identity(data, **_):
    """Gives a person without identity one: the framework makes none for texts."""
    if isinstance(data.get("data"), dict):
        data["data"].setdefault("id", str(uuid.uuid4()))


def serve(listener, folder, ready):
    engine = create_engine(f"sqlite:///{folder / 'articles.sqlite'}")

    @event.listens_for(engine, "connect")
    def prepare(connection, _):
        connection.execute("PRAGMA foreign_keys = ON")
        connection.execute("PRAGMA journal_mode = WAL")

    Base.metadata.create_all(engine)
    session = scoped_session(sessionmaker(engine))

    app = Flask("jsonapi")
    app.before_request(refuse_strangers)
    # A session belongs to one request, so that none reads what another has not committed.
    app.teardown_request(lambda _: session.remove())

    manager = APIManager(app, session=session, url_prefix="/api", include_links=True)
    every = {
        "methods": ["GET", "POST", "PATCH", "DELETE"],
        "validation_exceptions": [Invalid],
        # Short, so that a list is in pages also for a client that asks for no size.
        "page_size": 20,
        "allow_to_many_replacement": True,
    }
    manager.create_api(
        Person, allow_client_generated_ids=True, preprocessors={"POST_RESOURCE": [make_identity]}, **every
    )
    manager.create_api(Article, **every)
    ready("/api", scheme="Bearer", token=TOKEN)
    waitress.serve(app, sockets=[listener])
