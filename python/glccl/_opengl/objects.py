"""What the classes of glccl.gl share: objects that belong to an OpenGL context, and their GPU times."""

from __future__ import annotations

from typing import Any, Callable, Dict, Generic, List, NamedTuple, Optional, Sequence, TypeVar

from .. import _gl
from .arguments import texture_name

#: A class of the extension module.
Made = TypeVar("Made")
Self = TypeVar("Self", bound="ContextObject[Any]")


class StageTime(NamedTuple):
    """GPU time of a part of a labeling, or of a call of a Tracker or of Regions."""

    stage: str
    """The stage's name in the plan; "labeling" is all of it."""
    render_pass: str
    """The pass's name; empty unless timing is "passes"."""
    milliseconds: float
    """Duration."""


class ContextObject(Generic[Made]):
    """An object with memory in the context in which it was created."""

    def __init__(self, made: Made) -> None:
        self._made: Optional[Made] = made
        self._serials: Dict[str, int] = {}

    def close(self) -> None:
        """Delete all OpenGL objects that it has made, its results too.

        Later calls of it and of its results raise ValueError, but for another close(), which does nothing. Raises
        glccl.Error, and closes nothing, while another context is current, or none.
        """
        made: Any = self._made
        if made is not None:
            made.close()
            self._made = None

    def __enter__(self: Self) -> Self:
        self._open()
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _open(self) -> Made:
        if self._made is None:
            raise ValueError(f"this {type(self).__name__} was closed: make another one")
        return self._made

    def _made_by(self, calls: str, results: str = "results") -> Callable[[], Made]:
        """A function that returns the object of the extension module until the next of these calls, and then raises
        ValueError. `results` names for its message what they make."""
        serial = self._serials[calls] = self._serials.get(calls, 0) + 1

        def current() -> Made:
            made = self._open()
            if serial != self._serials[calls]:
                owner = type(self).__name__
                raise ValueError(
                    f"these {results} were replaced by the next {calls} of their {owner}: read them before it"
                )
            return made

        return current


def stage_times(made: Any) -> List[StageTime]:
    """The times of an object of the extension module."""
    return [StageTime(*row) for row in made.times()]


def labels_of(labels: Any, shape: Sequence[int]) -> _gl.Labels:
    """Labels as the extension module takes them: of a Labeler, the ids of a Tracker's Tracks, or a texture of this
    shape. Raises ValueError for a result that was replaced."""
    if hasattr(labels, "_gl_labels"):
        return labels._gl_labels()
    return _gl.Labels(texture_name(labels, "the texture of labels"), list(shape))
