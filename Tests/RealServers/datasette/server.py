"""Datasette over a fresh SQLite file, which everybody may read and `root` may write."""

import asyncio
import sqlite3
from pathlib import Path

import uvicorn
from datasette.app import Datasette

SETTINGS = {
    # Pages are short, so that a list is in pages also for a client that asks for no size.
    "default_page_size": 20,
}


async def run(listener, database, ready):
    # The secret is fixed: a token is good in the next run too.
    datasette = Datasette([str(database)], settings=SETTINGS, secret="repogen-real-servers")
    datasette.root_enabled = True
    await datasette.invoke_startup()
    token = await datasette.create_token("root")
    ready("/data", scheme="Bearer", token=token)
    config = uvicorn.Config(datasette.app(), log_level="warning", lifespan="on")
    await uvicorn.Server(config).serve(sockets=[listener])


def serve(listener, folder, ready):
    # The name of the file is the name of the database in URLs.
    database = folder / "data.db"
    with sqlite3.connect(database) as connection:
        connection.executescript(Path(__file__).with_name("schema.sql").read_text())
        connection.execute("PRAGMA journal_mode = WAL")
    connection.close()
    asyncio.run(run(listener, database, ready))
