"""The HTTP client of one endpoint."""

import ssl
from functools import lru_cache
from http.cookiejar import DefaultCookiePolicy

import httpx2

from monitor.errors import InputError
from monitor.faults import named
from monitor.settings.endpoints import EndpointSettings, ProxySettings, TlsSettings

_CONNECT_SECONDS = 10.0
_KEEP_SECONDS = 60.0


@lru_cache(maxsize=64)
def tls_context(settings: TlsSettings) -> ssl.SSLContext:
    """One for all endpoints that trust the same: each takes 0.7 MB and 20 ms.

    Files are read once. Raises `InputError` naming one that cannot be used.
    """
    try:
        context = httpx2.create_ssl_context()
        if settings.ca_file is not None:
            context = ssl.create_default_context(cafile=settings.ca_file)
        if settings.cert_file is not None:
            context.load_cert_chain(settings.cert_file, settings.key_file)
    except (OSError, ValueError) as error:  # ssl.SSLError is an OSError
        files = (settings.ca_file, settings.cert_file, settings.key_file)
        told = ", ".join(named(str(file)) for file in files if file is not None)
        why = error.strerror or type(error).__name__ if isinstance(error, OSError) else "not a path"
        raise InputError(f"file {told}: no certificate or key can be read: {why}") from error
    return context


def make_client(settings: EndpointSettings) -> httpx2.AsyncClient:
    """A client with room for `concurrency` requests; it has its time limits here, but for the
    one on the whole reply. Without a proxy in `settings` those of the environment are followed.
    """
    context = tls_context(settings.tls)
    longest = settings.request_timeout_seconds
    client = httpx2.AsyncClient(
        verify=context,
        proxy=_proxy(settings.proxy, context),
        timeout=httpx2.Timeout(longest, connect=min(longest, _CONNECT_SECONDS)),
        limits=httpx2.Limits(
            max_connections=settings.concurrency + 1,  # one to ask for the version
            max_keepalive_connections=settings.concurrency + 1,
            keepalive_expiry=_KEEP_SECONDS,
        ),
        follow_redirects=False,  # secrets would follow to wherever they lead
    )
    # Taken and sent back, a load balancer's cookie would tie all canaries to one replica.
    client.cookies.jar.set_policy(DefaultCookiePolicy(allowed_domains=()))
    return client


def _proxy(settings: ProxySettings | None, context: ssl.SSLContext) -> httpx2.Proxy | None:
    if settings is None:
        return None
    has_user = settings.username is not None and settings.password is not None
    auth = (settings.username or "", _password(settings)) if has_user else None
    is_https = settings.url.lower().startswith("https:")
    return httpx2.Proxy(settings.url, auth=auth, ssl_context=context if is_https else None)


def _password(settings: ProxySettings) -> str:
    return settings.password.read().get_secret_value() if settings.password else ""
