"""Parameters of paths, queries, header fields and cookies."""

from datetime import date, datetime
from decimal import Decimal
from typing import Annotated
from urllib.parse import unquote
from uuid import UUID

from bodies import Grade
from fastapi import APIRouter, Cookie, Header, Query, Request
from pydantic import BaseModel
from telling import tell

parameters = APIRouter()


class Shade(BaseModel):
    red: int
    green: int
    finish: str | None = None
    used_for: list[str] = []


# `:path`, because the framework decodes a path before it takes it apart.
@parameters.get("/paths/{name:path}/of/{number}/{day}/{id}/{grade}")
async def take_path(
    request: Request, name: str, number: int, day: date, id: UUID, grade: Grade
) -> dict[str, str]:
    raw = request.scope["raw_path"].decode()
    return tell({"name": name, "number": number, "day": day, "id": id, "grade": grade, "raw": raw.split("/")[2]})


@parameters.get("/query/scalars")
async def take_scalars(
    text: str,
    empty: str,
    number: int,
    amount: Decimal,
    ratio: float,
    flag: bool,
    day: date,
    at: datetime,
    id: UUID,
    grade: Grade,
    missing: str | None = None,
    odd: Annotated[str | None, Query(alias="odd[name]&=?")] = None,
) -> dict[str, str]:
    return tell(locals())


@parameters.get("/query/arrays")
async def take_arrays(
    request: Request,
    repeated: Annotated[list[str], Query()] = ["(missing)"],
    brackets: Annotated[list[str], Query(alias="brackets[]")] = ["(missing)"],
    numbers: Annotated[list[int], Query()] = [],
) -> dict[str, str]:
    """The separated ones as OpenAPI has it: taken apart first, and decoded then."""
    raw = dict(item.split("=", 1) for item in request.scope["query_string"].decode().split("&"))
    told = {"repeated": repeated, "brackets": brackets, "numbers": numbers}
    for name, separator in {"commas": ",", "spaces": "%20", "pipes": "%7C"}.items():
        if name in raw:
            told[name] = [unquote(element) for element in raw[name].split(separator)]
    told["indices"] = [value for name, value in request.query_params.multi_items() if name.startswith("indices[")]
    return tell(told)


@parameters.get("/query/objects")
async def take_objects(request: Request, exploded: Annotated[Shade, Query()]) -> dict[str, str]:
    """One object as the framework reads it, and the others by their names."""
    names = {name: value for name, value in request.query_params.multi_items() if "[" in name or "." in name}
    return tell(exploded) | {name: f"str {value}" for name, value in names.items()}


@parameters.get("/headers")
async def take_headers(
    request: Request,
    x_text: Annotated[str, Header()],
    x_number: Annotated[int, Header()],
    x_amount: Annotated[Decimal, Header()],
    x_flag: Annotated[bool, Header()],
    x_at: Annotated[datetime, Header()],
    x_grade: Annotated[Grade, Header()],
    x_missing: Annotated[str | None, Header()] = None,
) -> dict[str, str]:
    raw = [value for name, value in request.headers.raw if name == b"x-text"]
    return tell({
        "text": x_text, "number": x_number, "amount": x_amount, "flag": x_flag, "at": x_at, "grade": x_grade,
        "missing": x_missing, "fields": [value.decode() for value in raw],
    })


@parameters.get("/cookies")
async def take_cookies(
    request: Request,
    basket: Annotated[str, Cookie()],
    visits: Annotated[int, Cookie()],
    note: Annotated[str, Cookie()] = "(missing)",
    odd: Annotated[str | None, Cookie(alias="odd.name-1")] = None,
) -> dict[str, str]:
    fields = request.headers.getlist("cookie")
    return tell({"basket": basket, "visits": visits, "note": unquote(note), "odd": odd, "fields": len(fields)})
