"""Each path ends in a slash: that is the framework's habit."""

from django.urls import include, path
from rest_framework.routers import SimpleRouter

from inventory.views import HostViewSet, TaskViewSet

router = SimpleRouter()
router.register("hosts", HostViewSet)
router.register("tasks", TaskViewSet)

urlpatterns = [path("api/", include(router.urls))]
