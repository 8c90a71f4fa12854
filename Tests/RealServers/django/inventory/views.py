"""What is on the wire."""

from rest_framework import serializers, viewsets

from inventory.models import Host, Task


class HostSerializer(serializers.ModelSerializer):
    class Meta:
        model = Host
        fields = ["id", "name", "system", "address", "facts", "created"]
        # A column that may be null is optional to the framework unless it is told otherwise.
        extra_kwargs = {"system": {"required": True}}


class TaskSerializer(serializers.ModelSerializer):
    tags = serializers.ListField(child=serializers.CharField(max_length=20), required=False)

    class Meta:
        model = Task
        fields = ["id", "title", "host", "state", "priority", "notes", "due", "hours", "tags", "created", "updated"]


class HostViewSet(viewsets.ModelViewSet):
    queryset = Host.objects.all()
    serializer_class = HostSerializer
    filterset_fields = {"name": ["exact", "startswith"], "system": ["exact", "isnull"]}


class TaskViewSet(viewsets.ModelViewSet):
    queryset = Task.objects.all()
    serializer_class = TaskSerializer
    filterset_fields = {
        "title": ["exact", "icontains"],
        "host": ["exact"],
        "state": ["exact", "in"],
        "priority": ["exact", "gt", "gte", "lt", "lte"],
        "due": ["exact", "isnull", "gt", "lt"],
        "updated": ["gt"],
    }
    ordering_fields = ["id", "title", "priority", "due", "created", "updated"]
