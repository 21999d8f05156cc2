"""Sentences about objects: an operator reports them, and the object is selected."""


class Trouble(Exception):
    """What keeps something from being done. `object`: the name of the object that it is about, or empty."""

    def __init__(self, sentence, object=""):
        super().__init__(sentence)
        self.object = object

    def __str__(self):
        sentence = super().__str__()
        return f"{self.object}: {sentence}" if self.object and not sentence.startswith(self.object) else sentence


def objects_in(sentence, names):
    """Which of the scene's objects a sentence of the engine is about: `names` has Blender's name of each."""
    return [name for key, name in names.items() if f".{key}." in sentence or f".{key}:" in sentence or
            sentence.startswith(f"{key}:") or f"'{key}'" in sentence]
