"""What can go wrong on the user's side, said in one sentence."""


class VenueThemesError(Exception):
    """The input or the settings cannot be used; the command line prints the text and exits with status 2.

    Parameters
    ----------
    what, got, expected, next_step
        The four parts of the sentence ``<what> <got>; expected <expected>. <next_step>``.
    """

    def __init__(self, what: str, got: object, expected: str, next_step: str):
        self.what, self.got, self.expected, self.next_step = what, got, expected, next_step
        super().__init__(" ".join(f"{what} {got}; expected {expected}. {next_step}".split()))


class InputError(VenueThemesError):
    """A source cannot be read, or holds nothing that can be used."""


class SettingsError(VenueThemesError):
    """A setting does not exist, or its value cannot be used."""


class AnalysisError(VenueThemesError):
    """The analysis cannot go on with this input (vectors of another model, no usable word, ...)."""
