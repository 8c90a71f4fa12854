"""Who asks, in each way that the framework knows."""

from typing import Annotated

from fastapi import APIRouter, Depends, HTTPException, Security
from fastapi.security import APIKeyCookie, APIKeyHeader, APIKeyQuery, HTTPBasic, HTTPBasicCredentials, HTTPBearer
from telling import tell

callers = APIRouter(prefix="/callers")

TOKEN = "token.with-odd_signs~+/=="
KEY = "k&y= +/;ü%41"


def granted(isRight, **told):
    if not isRight:
        raise HTTPException(401, "wrong credentials")
    return tell(told)


@callers.get("/bearer")
async def know_bearer(caller=Depends(HTTPBearer())) -> dict[str, str]:
    return granted(caller.credentials == TOKEN, scheme=caller.scheme, token=caller.credentials)


@callers.get("/basic")
async def know_user(caller: Annotated[HTTPBasicCredentials, Depends(HTTPBasic())]) -> dict[str, str]:
    return granted(caller.username == "ada", user=caller.username, password=caller.password)


@callers.get("/header")
async def know_header(key: Annotated[str, Security(APIKeyHeader(name="X-API-Key"))]) -> dict[str, str]:
    return granted(key.startswith("key"), key=key)


@callers.get("/query")
async def know_query(key: Annotated[str, Security(APIKeyQuery(name="api_key"))], name: str) -> dict[str, str]:
    return granted(key == KEY, key=key, name=name)


@callers.get("/cookie")
async def know_cookie(key: Annotated[str, Security(APIKeyCookie(name="session"))]) -> dict[str, str]:
    return granted(key.startswith("key"), key=key)
