"""The tables: people, and the articles they write."""

from datetime import datetime, timezone

from sqlalchemy import JSON, CheckConstraint, DateTime, ForeignKey, Integer, String
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column, relationship, validates


class Invalid(Exception):
    """What is wrong, by attribute: the API answers with it."""

    def __init__(self, errors):
        super().__init__(str(errors))
        self.errors = errors


class Base(DeclarativeBase):
    pass


class Person(Base):
    """Identities are made by the client or, for want of one, by the server."""

    __tablename__ = "people"
    id: Mapped[str] = mapped_column(String(36), primary_key=True)
    name: Mapped[str] = mapped_column(String(40), unique=True)
    email: Mapped[str | None] = mapped_column(String(80))
    articles: Mapped[list["Article"]] = relationship(back_populates="author")


class Article(Base):
    """Identities are numbers that the server makes. An article may have lost its author."""

    __tablename__ = "articles"
    __table_args__ = (CheckConstraint("rating BETWEEN 0 AND 5"),)
    id: Mapped[int] = mapped_column(Integer, primary_key=True)
    title: Mapped[str] = mapped_column(String(80))
    body: Mapped[str | None]
    rating: Mapped[int] = mapped_column(default=0)
    tags: Mapped[list | None] = mapped_column(JSON(none_as_null=True))
    details: Mapped[dict | None] = mapped_column(JSON(none_as_null=True))
    created: Mapped[datetime] = mapped_column(DateTime, default=lambda: datetime.now(timezone.utc))
    author_id: Mapped[str | None] = mapped_column(ForeignKey("people.id", ondelete="SET NULL"))
    author: Mapped[Person | None] = relationship(back_populates="articles")

    @validates("title")
    def check_title(self, key, value):
        if not isinstance(value, str) or not 1 <= len(value) <= 80:
            raise Invalid({key: "must be a text of 1 to 80 characters"})
        return value
