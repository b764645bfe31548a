"""Threads that share work: each number is processed once, results are in order, and a busy pool does not block."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest

from courtly.engine.play.threads import Span, Threads


def numbers(span: Span) -> list[int]:
    return list(range(span.low, span.high))


@pytest.mark.parametrize("count", [1, 2, 3])
@pytest.mark.parametrize("size", [1, 7, 100])
@pytest.mark.parametrize("grain", [1, 10, 1000])
def test_every_number_is_processed_once_and_in_order(count: int, size: int, grain: int) -> None:
    with Threads(count) as threads:
        found = threads.share(numbers, size, grain=grain)
    assert [number for part in found for number in part] == list(range(size))


@pytest.mark.parametrize(("size", "spans"), [(99, 1), (100, 1), (199, 1), (200, 2), (450, 4), (100_000, 16)])
def test_a_span_has_at_least_the_grain(size: int, spans: int) -> None:
    with Threads(2) as threads:
        assert len(threads.share(lambda span: span, size, grain=100)) == spans


def test_little_work_stays_in_the_calling_thread() -> None:
    with Threads(2) as threads:
        assert threads.share(lambda _span: threading.current_thread(), 9, grain=5) == [threading.current_thread()]


def test_two_threads_work_at_the_same_time() -> None:
    both = threading.Barrier(2)
    with Threads(2) as threads:
        assert len(threads.share(lambda _span: both.wait(10), 2)) == 2


def test_the_internal_pool_is_created_once_and_closed() -> None:
    before = threading.active_count()
    with Threads(2) as threads:
        for _ in range(50):
            threads.share(numbers, 10)
        assert threading.active_count() == before + 1
    assert threading.active_count() == before


def test_a_pool_passed_in_is_used_and_stays_open() -> None:
    with ThreadPoolExecutor(1, thread_name_prefix="given") as pool:
        both = threading.Barrier(2)

        def name(_span: Span) -> str:
            both.wait(10)
            return threading.current_thread().name.partition("_")[0]

        with Threads(2, pool) as threads:
            assert "given" in threads.share(name, 2)
        assert pool.submit(int).result() == 0


def test_a_busy_pool_does_not_block() -> None:
    done = threading.Event()
    with ThreadPoolExecutor(1) as pool:
        busy = pool.submit(done.wait, 10)
        assert sum(map(len, Threads(2, pool).share(numbers, 100))) == 100
        done.set()
        assert busy.result()


@pytest.mark.parametrize("place", [0, 99])
def test_an_error_in_any_span_reaches_the_caller(place: int) -> None:
    def work(span: Span) -> None:
        if place in numbers(span):
            raise IndexError(place)

    with Threads(2) as threads, pytest.raises(IndexError, match=str(place)):
        threads.share(work, 100)


def test_an_error_of_another_thread_reaches_the_caller() -> None:
    both = threading.Barrier(2)

    def work(_span: Span) -> None:
        both.wait(10)
        if threading.current_thread() is not threading.main_thread():
            raise ValueError("elsewhere")

    with Threads(2) as threads, pytest.raises(ValueError, match="elsewhere"):
        threads.share(work, 2)
