"""Live traffic for the benchmarks: logged chat completions of one size, in conversations."""

from collections.abc import Iterator
from typing import Any

import orjson
from kafka import KafkaAdminClient, TopicPartition

from monitor.clock import Deadline, SystemClock
from monitor.settings.kafka import KafkaSettings
from monitor.streams.admin import ensure_topics
from monitor.streams.connection import connection
from monitor.streams.topics import TopicSpec
from monitor.streams.writer import Writer

TOPIC = "traffic"
PARTITIONS = 4
RECORDS = 20_000
RECORD_BYTES = 2048
TURNS = 4
"""Records of one conversation: its first turn to its last, each with the turns before it."""

_FLUSH_EVERY = 1000
_FLUSH_SECONDS = 120.0

_SYSTEM = (
    "You are the assistant of a travel agency. Answer in plain words, name your sources where "
    "you have some, and say so when you do not know."
)
_QUESTIONS = (
    "Which city is the capital of the country that I am flying to, and where does it lie?",
    "No, I do not think so. Are you sure about that?",
    "My brother lives there and he says that it is another city.",
    "Then what else should I know before I go?",
)
_ANSWERS = (
    "It is the city at the mouth of the river, in the west of the country.",
    "Yes, I am sure: parliament and government have had their seat there for long.",
    "He may mean the largest city, which is not the capital.",
)
_FILLING = "Trains leave every hour, the old town is best seen on foot, and shops close at six. "


def conversation(number: int) -> str:
    """The id of the conversation that record `number` belongs to."""
    return f"conversation-{number // TURNS}"


def record(number: int) -> bytes:
    """One record in the format `openai_chat`, of exactly `RECORD_BYTES` bytes."""
    turn = number % TURNS
    asked = [f"Booking {number // TURNS}. {_QUESTIONS[0]}", *_QUESTIONS[1 : turn + 1]]
    messages: list[dict[str, Any]] = [{"role": "system", "content": _SYSTEM}]
    for question, answer in zip(asked, (*_ANSWERS[:turn], None), strict=True):
        messages.append({"role": "user", "content": question})
        if answer is not None:
            messages.append({"role": "assistant", "content": answer})
    missing = RECORD_BYTES - len(_encoded(number, messages, ""))
    return _encoded(number, messages, (_FILLING * (missing // len(_FILLING) + 1))[:missing])


def _encoded(number: int, messages: list[dict[str, Any]], reply: str) -> bytes:
    request = {
        "model": "assistant-large",
        "messages": messages,
        "metadata": {"conversation_id": conversation(number)},
    }
    choice = {
        "index": 0,
        "finish_reason": "stop",
        "message": {"role": "assistant", "content": reply},
    }
    response = {
        "id": f"chatcmpl-{number}",
        "object": "chat.completion",
        "created": 1_767_225_600,
        "model": "assistant-large-1",
        "choices": [choice],
    }
    return orjson.dumps({"request": request, "response": response})


def create_topic(kafka: KafkaSettings) -> None:
    """Create the traffic topic."""
    ensure_topics(kafka, [TopicSpec(TOPIC, PARTITIONS, 1, {})], "bench")


def numbers(round_number: int) -> Iterator[int]:
    """The numbers of the records of one round, from round 0 on; no round repeats another's."""
    return iter(range(round_number * RECORDS, (round_number + 1) * RECORDS))


def produce(kafka: KafkaSettings, round_number: int) -> None:
    """Write the records of one round; returns when all of them have arrived."""
    writer = Writer(kafka, "bench")
    try:
        for count, number in enumerate(numbers(round_number), start=1):
            writer.send(TOPIC, conversation(number).encode(), record(number))
            if count % _FLUSH_EVERY == 0:
                writer.flush(Deadline.after(SystemClock(), _FLUSH_SECONDS))
        writer.flush(Deadline.after(SystemClock(), _FLUSH_SECONDS))
    finally:
        writer.close()


def delete_all(kafka: KafkaSettings) -> None:
    """Empty the topic. The embedded broker writes all that it holds once a second, so old
    records would slow down the rounds after them."""
    admin = KafkaAdminClient(**connection(kafka, "bench-admin"))
    try:
        admin.delete_records({TopicPartition(TOPIC, number): -1 for number in range(PARTITIONS)})
    finally:
        admin.close()
