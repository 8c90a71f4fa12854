"""Bodies: JSON, forms, parts, texts and bytes."""

import json
from datetime import date, datetime
from decimal import Decimal
from enum import Enum
from typing import Annotated
from urllib.parse import urlencode
from uuid import UUID

from fastapi import APIRouter, Body, File, Form, Header, Request, Response, UploadFile
from pydantic import BaseModel, Field, Json
from telling import tell, tell_file

bodies = APIRouter()


class Grade(Enum):
    fine = "fine"
    coarse = "coarse & rough"


class Piece(BaseModel):
    label: str
    weight: Decimal | None = None


class Sample(BaseModel):
    id: UUID
    name: str
    grade: Grade
    count: int
    largest: Annotated[int, Field(ge=0)]
    price: Decimal
    ratio: float
    is_new: bool
    taken_on: date
    taken_at: datetime
    note: str | None
    hint: str | None = None
    tags: list[str]
    pieces: list[Piece]
    sizes: dict[str, int]
    anything: object


# MARK: - JSON


@bodies.post("/json/samples")
async def take_sample(sample: Sample) -> dict[str, str]:
    return tell(sample)


@bodies.post("/json/text")
async def take_json_text(text: Annotated[str, Body()]) -> dict[str, str]:
    return tell(text, "text")


@bodies.post("/json/numbers")
async def take_numbers(request: Request) -> dict[str, str]:
    """The numbers as they were written: FastAPI reads those with a point as floats."""
    return tell(json.loads(await request.body(), parse_float=Decimal), "numbers")


@bodies.get("/json/samples")
async def give_samples():
    """What Python writes: numbers of any length, dates with microseconds, text as escapes."""
    sample = {
        "id": "0F8FAD5B-D9CB-469F-A165-70867728950E",
        "name": "Grüße\u0000\u2028🏔 \"\\/",
        "grade": "polished",
        "count": -(2**63),
        "largest": 2**64 - 1,
        "price": "12345678901234567890.123456789",
        "ratio": 5e-324,
        "is_new": True,
        "taken_on": "2024-02-29",
        "taken_at": "2024-02-29T23:59:59.123456+05:30",
        "note": None,
        "tags": ["", "a,b"],
        "pieces": [{"label": "x", "weight": "0.10"}, {"label": "y", "weight": None}],
        "sizes": {"": 0, "ä b": 1},
        "anything": {"deep": [None, 1.5, {"er": []}]},
    }
    return Response(json.dumps([sample, sample | {"hint": "h", "tags": [], "pieces": [], "sizes": {}}]),
                    media_type="application/json")


@bodies.post("/json/notes")
async def take_note(request: Request, note: Piece) -> Response:
    told = tell({"note": note, "content_type": request.headers["content-type"], "accept": request.headers["accept"]})
    return Response(json.dumps(told), media_type="application/vnd.repogen.told+json; charset=utf-8")


# MARK: - Forms


@bodies.post("/forms/fields")
async def take_fields(
    name: Annotated[str, Form()],
    count: Annotated[int, Form()],
    price: Annotated[Decimal, Form()],
    is_new: Annotated[bool, Form()],
    since: Annotated[datetime, Form()],
    grade: Annotated[Grade, Form()],
    tags: Annotated[list[str], Form()] = [],
    # To FastAPI an empty field is one that is missing.
    hint: Annotated[str, Form()] = "(missing)",
) -> dict[str, str]:
    return tell(locals())


@bodies.post("/forms/items")
async def take_items(request: Request) -> list[list[str]]:
    """Names and values in their order, for forms with names that the framework does not know."""
    async with request.form() as form:
        return [list(item) for item in form.multi_items()]


@bodies.get("/forms/grant")
async def give_form() -> Response:
    fields = [("token", "a&b=c+d %/ä"), ("expires", 3600), ("final", "true"), ("scopes", "x y"), ("scopes", "")]
    return Response(urlencode(fields), media_type="application/x-www-form-urlencoded")


# MARK: - Parts


@bodies.post("/parts")
async def take_parts(
    title: Annotated[str, Form()],
    cover: Annotated[UploadFile, File()],
    details: Annotated[Json[Piece], Form()],
    count: Annotated[int, Form()] = 0,
    tags: Annotated[list[str], Form()] = [],
    pages: Annotated[list[UploadFile], File()] = [],
) -> dict[str, str]:
    files = {"cover": await tell_file(cover), "pages": [await tell_file(page) for page in pages]}
    return tell({"title": title, "count": count, "tags": tags, "details": details, **files})


# MARK: - Texts and bytes


@bodies.post("/text")
async def take_text(request: Request, content_type: Annotated[str, Header()]) -> dict[str, str]:
    return tell({"type": content_type, "text": (await request.body()).decode()})


@bodies.get("/text/{charset}")
async def give_text(charset: str) -> Response:
    text = "Grüße; \"1\"\r\n" + ("☃🏔" if charset.startswith("utf") else "")
    return Response(text.encode(charset), headers={"Content-Type": f"text/csv; charset={charset}; header=present"})


@bodies.put("/bytes")
async def take_bytes(request: Request, content_type: Annotated[str, Header()]) -> Response:
    """Answers with the bytes in the other direction, which no client that loses one can do."""
    return Response((await request.body())[::-1], media_type=content_type)
