"""A FastAPI application with every kind of body and response, which tells its clients what it was sent."""

import asyncio

import uvicorn
from bodies import bodies
from callers import callers
from fastapi import FastAPI
from outcomes import outcomes
from parameters import parameters
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware import Middleware
from starlette.routing import Mount
from streams import streams


def application(folder):
    # Its document is at /openapi.json, for the import of such documents.
    app = FastAPI(docs_url=None, redoc_url=None)
    app.state.folder = folder
    for router in [bodies, callers, outcomes, parameters, streams]:
        app.include_router(router)
    # The same operations below another path, compressed for clients that can read that.
    app.router.routes.append(Mount("/compressed", app.router, middleware=[Middleware(GZipMiddleware)]))
    return app


def serve(listener, folder, ready):
    ready("")
    config = uvicorn.Config(application(folder), log_level="warning", lifespan="off")
    asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
