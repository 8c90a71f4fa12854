"""Django REST framework over a fresh SQLite file, for one user with a token."""

import os

import waitress

TOKEN = "0123456789abcdef0123456789abcdef01234567"


def serve(listener, folder, ready):
    # Django reads its settings when it is first used: they are named before it is imported.
    os.environ["DJANGO_SETTINGS_MODULE"] = "settings"
    os.environ["FOLDER"] = str(folder)
    from django.core.management import call_command
    from django.core.wsgi import get_wsgi_application

    app = get_wsgi_application()
    call_command("migrate", run_syncdb=True, verbosity=0)

    from django.contrib.auth.models import User
    from rest_framework.authtoken.models import Token

    Token.objects.create(user=User.objects.create(username="repogen"), key=TOKEN)
    ready("/api", scheme="Token", token=TOKEN)
    waitress.serve(app, sockets=[listener])
