from heistboard.web.rate_limits import Bucket, Buckets


def test_a_bucket_holds_a_burst_and_fills_again() -> None:
    bucket = Bucket(3, 2.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]
    assert [bucket.take(60.0) for _ in range(4)] == [True, True, True, False]


def test_buckets_do_not_know_one_another() -> None:
    buckets = Buckets(1, 1.0)
    assert [buckets.take(who, 0.0) for who in "aba"] == [True, True, False]


def test_buckets_do_not_pile_up() -> None:
    buckets = Buckets(1, 0.0, most=2)
    assert [buckets.take(who, 0.0) for who in "aabcbc"] == [True, False, True, True, False, False]
    assert buckets.take("a", 0.0)  # forgotten by now
