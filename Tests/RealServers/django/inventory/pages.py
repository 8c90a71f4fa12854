"""How lists are cut. The framework loads it before any view: so it has a file of its own."""

from rest_framework import pagination


class Pages(pagination.PageNumberPagination):
    """Short, so that a list is in pages also for a client that asks for no size."""

    page_size = 20
    page_size_query_param = "page_size"
    max_page_size = 100
