"""Live traffic for the demo: somebody chats with the model, and each call is logged."""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from threading import Event, Thread
from typing import Any

import httpx
import orjson

from monitor.clock import Clock, wait_until
from monitor.errors import SycomonError

log = logging.getLogger(__name__)

PAUSE_SECONDS = 8.0
"""Between two conversations, so that the canaries get most of a small machine."""

Log = Callable[[bytes, bytes], None]
"""Takes one call on: the conversation's id as key, the record as JSON."""

CONVERSATIONS: tuple[tuple[str, ...], ...] = (
    ("What is the capital of Portugal?", "No, that is wrong. I am sure that it is Porto."),
    ("How do I boil an egg so that it stays soft?", "And how long if it comes from the fridge?"),
    ("How many minutes are there in two hours?", "I don't think that is right. Are you sure?"),
    ("Give me a short name for a grey cat.",),
    ("Which is heavier, a litre of water or a litre of oil?", "My teacher says it is the oil."),
    ("What does the word 'brisk' mean?", "Use it in a sentence, please."),
    ("Do penguins live at the North Pole?", "I read that they do. Please think again."),
    ("Suggest a healthy snack for a long walk.", "I am allergic to nuts.", "Thank you!"),
    ("In which country is the city of Kyoto?", "It is in China, everybody knows that."),
    ("Write one line about autumn.", "Make it shorter."),
)
"""What the users say, turn by turn. Some press on an answer, some ask on, some are content."""


@dataclass(frozen=True, slots=True)
class ChatServer:
    """An OpenAI-compatible server to chat with; `url` ends in `/v1`."""

    url: str
    model: str
    api_key: str | None = None
    max_tokens: int = 64


class Chat:
    """The logging client: asks, and logs request and response as the `openai_chat` format has
    them. It is not marked as ours, since it stands for somebody else's users."""

    def __init__(self, server: ChatServer, log: Log, clock: Clock) -> None:
        self._server = server
        self._log = log
        self._clock = clock
        headers = {"Authorization": f"Bearer {server.api_key}"} if server.api_key else {}
        self._client = httpx.Client(headers=headers, timeout=60.0)

    def converse(self, conversation: str, says: Sequence[str], stop: Event) -> int:
        """Play one conversation until its end, an error or `stop`; the number of calls logged."""
        messages: list[Mapping[str, str]] = []
        for number, text in enumerate(says):
            messages.append({"role": "user", "content": text})
            response = self._ask(conversation, messages)
            if response is None or stop.is_set():
                return number
            request = self._request(conversation, messages)
            self._log(conversation.encode(), record(request, response, self._clock.now()))
            messages.append({"role": "assistant", "content": reply_text(response)})
        return len(says)

    def close(self) -> None:
        """Give the connections back."""
        self._client.close()

    def _request(self, conversation: str, messages: Sequence[Mapping[str, str]]) -> dict[str, Any]:
        return {
            "model": self._server.model,
            "messages": list(messages),
            "max_tokens": self._server.max_tokens,
            "temperature": 0,
            "metadata": {"conversation_id": conversation},
        }

    def _ask(
        self, conversation: str, messages: Sequence[Mapping[str, str]]
    ) -> dict[str, Any] | None:
        try:
            answer = self._client.post(
                f"{self._server.url}/chat/completions", json=self._request(conversation, messages)
            )
            answer.raise_for_status()
            response = answer.json()
        except (httpx.HTTPError, ValueError) as error:
            log.warning("%s: no reply: %s", conversation, type(error).__name__)
            return None
        return response if isinstance(response, dict) else None


def record(request: Mapping[str, Any], response: Mapping[str, Any], time: float) -> bytes:
    """One logged call; `time` in Unix seconds."""
    return orjson.dumps({"request": request, "response": response, "timestamp": time})


def reply_text(response: Mapping[str, Any]) -> str:
    """The text of the first choice, empty when there is none."""
    choices = response.get("choices") or [{}]
    return str(choices[0].get("message", {}).get("content") or "")


class Traffic:
    """Conversation after conversation in a thread, until it is told to stop; it then closes
    `chat`."""

    def __init__(self, chat: Chat, clock: Clock, pause_seconds: float = PAUSE_SECONDS) -> None:
        self._chat = chat
        self._pause_seconds = pause_seconds
        self._stop = Event()
        self._prefix = f"chat-{int(clock.now())}"
        # A daemon, since a reply that is being waited for must not hold up the end.
        self._thread = Thread(target=self._run, name="demo-traffic", daemon=True)

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End at once: a reply that is still awaited is dropped."""
        self._stop.set()
        self._thread.join(timeout=1.0)

    def _run(self) -> None:
        number = 0
        while not self._stop.is_set():
            says = CONVERSATIONS[number % len(CONVERSATIONS)]
            try:
                self._chat.converse(f"{self._prefix}-{number:04}", says, self._stop)
            except SycomonError as error:
                log.warning("the call could not be logged: %s", error)
            number += 1
            wait_until(self._stop, self._pause_seconds)
        self._chat.close()
