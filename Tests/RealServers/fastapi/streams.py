"""What comes and goes in pieces: files, events, lines, sequences and chunks."""

import json
import zlib
from collections.abc import AsyncIterable
from typing import Annotated

from fastapi import APIRouter, Header, Request, Response
from fastapi.responses import FileResponse, StreamingResponse
from fastapi.sse import EventSourceResponse, ServerSentEvent
from pydantic import BaseModel
from telling import tell

streams = APIRouter()

# What each run of a test has asked for, by the name that it gives itself.
requests: dict[str, list[dict[str, str]]] = {}


class Tick(BaseModel):
    number: int
    text: str | None = None


KEPT = ["range", "if-range", "last-event-id"]


def text(field):
    """A header field as UTF-8: the framework reads its bytes as Latin-1."""
    return field.encode("latin-1").decode()


def remember(run, request):
    """Keeps what a request asks for of a stream, for `/runs/{run}`, and counts it."""
    kept = {name: text(request.headers[name]) for name in KEPT if name in request.headers}
    requests.setdefault(run, []).append(kept)
    return len(requests[run])


@streams.get("/runs/{run}")
async def give_requests(run: str) -> list[dict[str, str]]:
    return requests.get(run, [])


class CutResponse(Response):
    """A response whose connection ends before its body does."""

    def __init__(self, part, length, headers):
        super().__init__(headers=headers)
        self.part, self.length = part, length

    async def __call__(self, scope, receive, send):
        headers = [(name, value) for name, value in self.raw_headers if name != b"content-length"]
        if self.length is not None:
            headers.append((b"content-length", str(self.length).encode()))
        await send({"type": "http.response.start", "status": self.status_code, "headers": headers})
        await send({"type": "http.response.body", "body": self.part, "more_body": True})
        # The server closes the connection of an application that ends without the rest.


# MARK: - Files


@streams.put("/files/{name}")
async def take_file(request: Request, name: str) -> dict[str, str]:
    crc, length, chunks = 0, 0, 0
    with (request.app.state.folder / name).open("wb") as file:
        async for chunk in request.stream():
            file.write(chunk)
            crc = zlib.crc32(chunk, crc)
            length += len(chunk)
            chunks += len(chunk) > 0
    fields = {name: request.headers.get(name) for name in ["content-type", "content-length", "transfer-encoding"]}
    return tell({"length": length, "crc": f"{crc:08x}", "is_streamed": chunks > 1, **fields})


@streams.get("/files/{name}")
async def give_file(request: Request, name: str, called: str | None = None, run: str = "") -> Response:
    remember(run, request)
    return FileResponse(request.app.state.folder / name, media_type="application/x-sample", filename=called or name)


@streams.get("/files/{name}/cut")
async def give_file_in_parts(request: Request, name: str, run: str) -> Response:
    """Ends the first two connections early; the framework does the rest."""
    count = remember(run, request)
    content = (request.app.state.folder / name).read_bytes()
    whole = FileResponse(request.app.state.folder / name, stat_result=(request.app.state.folder / name).stat())
    headers = {"etag": whole.headers["etag"], "accept-ranges": "bytes", "content-type": "application/x-sample"}
    if count == 1:
        return CutResponse(content[: len(content) // 3], len(content), headers)
    if count == 2:
        first = int(request.headers["range"].removeprefix("bytes=").removesuffix("-"))
        headers["content-range"] = f"bytes {first}-{len(content) - 1}/{len(content)}"
        response = CutResponse(content[first : first + 1000], len(content) - first, headers)
        response.status_code = 206
        return response
    return whole


@streams.get("/files/{name}/changing")
async def give_changing_file(request: Request, name: str, run: str) -> Response:
    """Is replaced by a shorter one, of another version, after the first connection has ended early."""
    content = (request.app.state.folder / name).read_bytes()
    if remember(run, request) == 1:
        return CutResponse(content[: len(content) // 2], len(content), {"etag": '"first"', "accept-ranges": "bytes"})
    shorter = request.app.state.folder / f"{name}.shorter"
    shorter.write_bytes(content[::-3])
    return FileResponse(shorter)


# MARK: - Events


@streams.get("/events", response_class=EventSourceResponse)
async def give_events():
    """As the framework writes them."""
    yield ServerSentEvent(comment="about to begin", retry=25)
    yield ServerSentEvent(data=Tick(number=1, text="a\nb\u2028ü"), id="1", event="tick")
    yield ServerSentEvent(data=Tick(number=2))
    yield Tick(number=3)
    yield ServerSentEvent(raw_data="[DONE]")


@streams.get("/events/{run}")
async def give_events_again(request: Request, run: str, last_event_id: Annotated[str | None, Header()] = None):
    """Ends two connections, one of them within an event, and goes on behind the event that the client names."""
    events = [
        "\ufeff: hello\r\nretry: 10\r\nid: 1\r\nevent: first\r\ndata: one\r\n\r\n",
        "data: two\ndata:  lines\ndata\nid: ü 2\n\n",
        "data: three\r\r",
        ": ping\n\nid: 4\nevent: x\n\ndata: four\n\n",
        "id\ndata: five\n\n",
        "event: last\ndata: closed\n\n",
    ]
    count = remember(run, request)
    if count > 6:
        return Response(status_code=204)
    known = {None: 0, "1": 1, "ü 2": 2, "4": 4}
    first = known[last_event_id and text(last_event_id)]
    headers = {"content-type": "text/event-stream", "cache-control": "no-store"}
    if count == 1:
        return CutResponse((events[0] + events[1] + "data: thr").encode(), None, headers)
    if count == 2:
        return CutResponse("".join(events[first:4]).encode(), None, headers)
    return Response("".join(events[first:]).encode(), headers=headers)


# MARK: - Lines, sequences and chunks


@streams.get("/lines")
async def give_lines(count: int) -> AsyncIterable[Tick]:
    """As the framework writes them."""
    for number in range(count):
        yield Tick(number=number, text="\n" if number % 2 else None)


@streams.get("/sequence")
async def give_sequence(count: int):
    async def texts():
        for number in range(count):
            yield b"\x1e" + json.dumps({"number": number, "text": "\n"}, indent=2).encode() + b"\n"

    return StreamingResponse(texts(), media_type="application/json-seq")


@streams.get("/chunks")
async def give_chunks(count: int, size: int):
    async def chunks():
        for number in range(count):
            yield bytes([number % 256]) * size

    return StreamingResponse(chunks(), media_type="application/octet-stream")
