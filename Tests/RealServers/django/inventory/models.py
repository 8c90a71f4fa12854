"""The tables."""

from django.core.validators import MaxValueValidator, RegexValidator
from django.db import models


class Host(models.Model):
    """A machine. Names are unique, and lower-case."""

    name = models.CharField(max_length=40, unique=True, validators=[RegexValidator(r"^[a-z][a-z0-9.-]*\Z")])
    # Required and may be null: null says that nobody knows.
    system = models.CharField(max_length=40, null=True)
    # Optional, never null.
    address = models.CharField(max_length=80, blank=True, default="")
    # Optional, any JSON.
    facts = models.JSONField(blank=True, default=dict)
    created = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["id"]


class Task(models.Model):
    """Something to be done on a host. It goes when its host goes."""

    STATES = [("open", "open"), ("running", "running"), ("done", "done")]

    title = models.CharField(max_length=80)
    host = models.ForeignKey(Host, on_delete=models.CASCADE, related_name="tasks")
    state = models.CharField(max_length=10, choices=STATES, default="open")
    priority = models.PositiveSmallIntegerField(default=0, validators=[MaxValueValidator(9)])
    # Optional and may be null.
    notes = models.TextField(null=True, blank=True)
    due = models.DateField(null=True, blank=True)
    # A decimal, which is a string on the wire.
    hours = models.DecimalField(max_digits=7, decimal_places=2, null=True, blank=True)
    tags = models.JSONField(blank=True, default=list)
    created = models.DateTimeField(auto_now_add=True)
    updated = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["id"]
