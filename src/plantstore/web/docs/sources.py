"""Every page of the documentation, each read and rendered when somebody asks for it, and then kept."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, cached_property

from plantstore.web.docs import folder
from plantstore.web.docs.contents import Chapter, Entry, read_contents
from plantstore.web.docs.folder import Source
from plantstore.web.docs.markdown import Article, read_article
from plantstore.web.docs.search_index import Passage, SearchIndex

_NEWS = 0.4
_OF_ERRORS = "errors"


class Sources:
    """The pages. `generated` are those that are made from code; `more` gives what a search finds in them.

    `codes` are the pages of error codes: the table of errors leads there.
    """

    def __init__(
        self, *, generated: Sequence[Entry], codes: Mapping[str, str], more: Callable[[], Iterable[Passage]]
    ) -> None:
        self._generated = generated
        self._codes = codes
        self._more = more
        self.article = cache(self._article)

    @cached_property
    def addresses(self) -> dict[str, str]:
        """Where each file of the project is served."""
        return {one.file: one.address for one in folder.sources().values()}

    @cached_property
    def chapters(self) -> tuple[Chapter, ...]:
        source = folder.index()
        pages = {one.file: one.address for one in folder.pages().values()}
        return read_contents(source.read(), file=source.file, addresses=pages, generated=self._generated)

    @cached_property
    def index(self) -> SearchIndex:
        """What can be searched: every section of every page, and what is generated."""
        return SearchIndex([*self._sections(), *self._more()])

    def source(self, name: str) -> Source | None:
        """The file behind /docs/NAME; None when there is none."""
        found = folder.sources().get(name)
        return None if found is None or found.address == "/docs" else found

    def _article(self, source: Source) -> Article:
        codes = self._codes if source.name == _OF_ERRORS else {}
        return read_article(source.read(), file=source.file, addresses=self.addresses, codes=codes)

    def _sections(self) -> Iterable[Passage]:
        for source in folder.pages().values():
            article = self.article(source)
            for section in article.sections:
                of_page = section.level == 1
                yield Passage(
                    address=source.address if of_page else f"{source.address}#{section.anchor}",
                    page=article.title,
                    heading="" if of_page else section.heading,
                    text=section.text,
                    terms=section.terms,
                    share=_NEWS if source.file == folder.CHANGES else 1.0,
                )
