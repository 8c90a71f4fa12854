"""What the server has parsed, in words of Python: a client compares them with what it meant."""

import zlib
from datetime import date, datetime
from enum import Enum

from pydantic import BaseModel
from starlette.datastructures import UploadFile


def tell(value, path=""):
    """The type and the text of each value, by its path; a member that was not sent has no path."""
    if isinstance(value, BaseModel):
        value = {name: getattr(value, name) for name in type(value).model_fields if name in value.model_fields_set}
    if isinstance(value, dict) and value:
        told = {}
        for key, member in value.items():
            told |= tell(member, f"{path}.{key}" if path else str(key))
        return told
    if isinstance(value, (list, tuple)) and value:
        told = {}
        for index, element in enumerate(value):
            told |= tell(element, f"{path}[{index}]")
        return told
    return {path: tell_scalar(value)}


def tell_scalar(value):
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, (datetime, date)):
        return f"{type(value).__name__} {value.isoformat()}"
    if isinstance(value, bytes):
        return f"bytes {len(value)} {zlib.crc32(value):08x}"
    return f"{type(value).__name__} {value}"


async def tell_file(file: UploadFile):
    """A file of a multipart body: its name, its media type, and its bytes."""
    return {"name": file.filename, "type": file.content_type, "bytes": await file.read()}
