"""Responses of several kinds, failures, header fields and pages."""

from datetime import UTC, datetime
from email.utils import format_datetime
from typing import Annotated

from fastapi import APIRouter, HTTPException, Query, Request, Response
from fastapi.responses import JSONResponse, PlainTextResponse, RedirectResponse
from pydantic import BaseModel, Field

outcomes = APIRouter()


class Errand(BaseModel):
    state: str
    priority: Annotated[int, Field(gt=0)] = 1


@outcomes.post("/outcomes")
async def do_errand(errand: Errand):
    """What comes back, and with which status, is what the state of the errand says."""
    match errand.state:
        case "done":
            return JSONResponse([{"state": "done"}, {"state": "filed"}])
        case "queued":
            return JSONResponse({"state": "queued"}, 202)
        case "empty":
            return Response(status_code=204)
        case "created":
            return JSONResponse({"state": "created"}, 201)
        case "lost":
            return JSONResponse({"reason": "nobody knows it", "ids": [1, 2]}, 404)
        case "teapot":
            raise HTTPException(418, "I'm a teapot")
        case "broken":
            raise RuntimeError("a defect of the server, which the tests ask for")
        case "down":
            return PlainTextResponse("<h1>down</h1>", 503, {"Retry-After": "7"})
    raise HTTPException(409, {"code": "unknown", "message": f"no state {errand.state}"})


@outcomes.get("/limits")
async def give_limits(response: Response) -> list[str]:
    response.headers["RateLimit-Remaining"] = "17"
    response.headers["X-Ratio"] = "0.125"
    response.headers["X-Flag"] = "true"
    response.headers["X-Since"] = format_datetime(datetime(2024, 2, 29, 12, tzinfo=UTC), usegmt=True)
    response.headers["X-At"] = datetime(2024, 2, 29, 12, tzinfo=UTC).isoformat()
    return []


@outcomes.get("/loop")
async def go_round() -> RedirectResponse:
    return RedirectResponse("/loop")


# MARK: - Pages

WORDS = [f"word {number}" for number in range(1, 8)]


@outcomes.get("/pages/numbers")
async def give_numbered(
    page: Annotated[int, Query(ge=1)] = 1, per_page: Annotated[int, Query(ge=1, le=5)] = 5, prefix: str = ""
):
    words = [word for word in WORDS if word.startswith(prefix)]
    first = (page - 1) * per_page
    return {"items": words[first:first + per_page], "meta": {"total": len(words), "page": page}}


@outcomes.get("/pages/links")
async def give_linked(request: Request, response: Response, after: int = 0, size: int = 3) -> list[str]:
    if after + size < len(WORDS):
        following = request.url.include_query_params(after=after + size)
        first = request.url.remove_query_params("after")
        response.headers["Link"] = f'<{first}>; rel="first", <{following}>; rel="next"; title="a, b"'
    return WORDS[after:after + size]


@outcomes.get("/pages/tokens")
async def give_by_token(cursor: str | None = None):
    """A token with what a query has to encode."""
    first = int(cursor.removeprefix("at=").removesuffix("&+ /ü")) if cursor else 0
    following = f"at={first + 2}&+ /ü" if first + 2 < len(WORDS) else None
    return {"items": WORDS[first:first + 2], "next": following}


@outcomes.get("/pages/offsets")
async def give_by_offset(response: Response, offset: int = 0, limit: int = 4) -> list[str]:
    response.headers["X-Total-Count"] = str(len(WORDS))
    return WORDS[offset:offset + limit]
