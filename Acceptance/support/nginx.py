"""nginx that serves a folder on loopback."""

from .packages import need
from .processes import IS_ROOT


def nginx(processes, folder, port, more="", before=""):
    """Starts nginx. `more` are further directives of its server, and `before` those that come first. Its log has a
    line for each transfer that it cuts."""
    need("nginx:nginx-light")
    own = processes.folder
    user = "user root;" if IS_ROOT else ""
    bodies = " ".join(f"{kind}_temp_path {own};" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
    path = own / f"nginx-{port}.conf"
    path.write_text(
        f"{before} {user} daemon off; pid {own}/nginx-{port}.pid; error_log stderr info; events {{}} "
        f"http {{ access_log off; {bodies} server {{ listen 127.0.0.1:{port}; root {folder}; {more} }} }}"
    )
    return processes.start("nginx", "-c", path, port=port)
