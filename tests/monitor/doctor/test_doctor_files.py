"""What the doctor says of files that the configuration names."""

from pathlib import Path

from monitor.doctor.files import look_at_files
from tests.monitor.doctor.surroundings import CHAT, around, config_of, told


def test_files_that_are_there_and_files_that_are_not(tmp_path: Path) -> None:
    assert [one[0] for one in told(look_at_files(around(config_of())))] == ["ok"]
    version = tmp_path / "version"
    target = {
        **CHAT,
        "api_key": {"file": str(tmp_path / "key")},
        "version": [{"source": "file", "path": str(version)}],
    }
    stop = tmp_path / "stop"
    stop.touch()
    config = config_of(targets={"chat": target}, prober={"stop_file": str(stop)})
    found = told(look_at_files(around(config)))
    assert [one[:2] for one in found] == [
        ("error", "targets.chat.api_key"),
        ("warning", "targets.chat.version[0].path"),
        ("warning", "prober.stop_file"),
    ]
    version.write_text(" \n", encoding="utf-8")
    assert "it is empty" in told(look_at_files(around(config)))[1][2]


def test_a_certificate_that_is_none(tmp_path: Path) -> None:
    file = tmp_path / "ca.pem"
    file.write_text("nothing", encoding="utf-8")
    target = {"endpoint": "https://127.0.0.1:1/v1", "model": "m", "tls": {"ca_file": str(file)}}
    [found] = look_at_files(around(config_of(targets={"chat": target})))
    assert (found.severity, found.where) == ("error", "targets.chat.tls")
