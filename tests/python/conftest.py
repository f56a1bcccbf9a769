"""Hypothesis draws the same cases in every run, and never complains of a busy machine."""

from hypothesis import HealthCheck, settings

settings.register_profile("glccl", max_examples=150, deadline=None, derandomize=True,
                          suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
settings.load_profile("glccl")
