"""Makes what stands on the pages of the documentation. All but what a search finds is made once and kept."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Any

from markupsafe import Markup

from plantstore.domain.errors import NotFound
from plantstore.web.docs import folder
from plantstore.web.docs.cached_response import Content, Text
from plantstore.web.docs.contents import Chapter, Entry, around
from plantstore.web.docs.folder import Source
from plantstore.web.docs.markdown import Article, Section
from plantstore.web.docs.reference import REFERENCE, Reference, Resource, read_reference
from plantstore.web.docs.search_index import QUERY_CHARS_MAX, Passage
from plantstore.web.docs.sources import Sources
from plantstore.web.http.problems import KINDS, PAGES

SEARCH = "/docs/search"
TOC_LEVELS = (2, 3)
TOC_MIN, TOC_MAX = 3, 40  # headings with which a page has a list of them; one with more has lists of its own
GENERATED = (Entry(title="API reference", address=REFERENCE), Entry(title="Error codes", address=PAGES))
EXAMPLES = ("signature", "retry", "backup", "token", "import", "exit code")

Document = dict[str, Any]
Render = Callable[[str, Mapping[str, Any]], str]
"""Fills a template in; whatever is no Markup is escaped."""


class PageRenderer:
    """One method for each kind of page."""

    def __init__(self, render: Render, *, managed: Callable[[], Document], published: Callable[[], Document]) -> None:
        self._render = render
        self._managed = managed
        self._published = published
        codes = {kind.code: PAGES + kind.code for kind in KINDS}
        self._library = Sources(generated=GENERATED, codes=codes, more=self._passages)
        self.contents = cache(self._contents)
        self.page = cache(self._page)
        self.errors = cache(self._errors)
        self.error = cache(self._error)
        self.reference = cache(self._reference_contents)
        self.resource = cache(self._resource)

    @property
    def chapters(self) -> Sequence[Chapter]:
        """The list of all pages."""
        return self._library.chapters

    def search(self, query: str) -> Content:
        """What a search finds."""
        query = query[:QUERY_CHARS_MAX]
        found = self._library.index.search(query)
        nearest = [near for word in found.words if (near := self._library.index.nearest(word)) and near != word]
        hits = [{"passage": hit.passage, "snippet": Markup(hit.snippet)} for hit in found.hits]  # noqa: S704
        return self._content(
            "search.html",
            title=f"{query} · Search" if query else "Search",
            address=SEARCH,
            wanted=query,
            results=found,
            hits=hits,
            nearest=[] if found.hits else nearest,
            examples=EXAMPLES,
        )

    def missing(self, path: str) -> Content:
        """What to say where nothing is: the names that look like it, and the ways on."""
        known = {one.address: article.title for one, article in self._articles()}
        known |= {one.address: one.title for one in GENERATED}
        near = get_close_matches(path, known, n=3, cutoff=0.6)
        words = path.rpartition("/")[2].replace("-", " ")[:QUERY_CHARS_MAX]
        return self._content(
            "missing.html",
            title="Not found",
            address=path,
            found=False,
            words=words,
            near=[Entry(title=known[one], address=one) for one in near],
        )

    def _contents(self) -> Content:
        source = folder.index()
        article = self._library.article(source)
        return self._content("contents.html", title=article.title, address=source.address, article=article)

    def _page(self, name: str) -> Content | Text:
        source = self._library.source(name)
        if source is None:
            raise NotFound("There is no such page in the documentation.")
        if not source.is_page:
            return Text(source.read())
        article = self._library.article(source)
        before, after = around(self._library.chapters, source.address)
        return self._content(
            "article.html",
            title=article.title,
            address=source.address,
            article=article,
            toc=_headings(article),
            before=before,
            after=after,
        )

    def _errors(self) -> Content:
        return self._content("errors.html", title="Error codes", address=PAGES, kinds=KINDS)

    def _error(self, code: str) -> Content:
        kind = next((one for one in KINDS if one.code == code), None)
        if kind is None:
            raise NotFound("There is no such error code.")
        return self._content(
            "error.html",
            title=KINDS[kind].title,
            address=PAGES,
            code=code,
            about=KINDS[kind],
            detail=kind().detail,
            operations=self._operations_with(code),
        )

    def _reference_contents(self) -> Content:
        return self._content("reference.html", title="API reference", address=REFERENCE, reference=self._reference)

    def _resource(self, name: str) -> Content:
        resources = (*self._reference.resources, self._reference.webhook)
        order = [Entry(title=one.title, address=one.address) for one in resources]
        for one in resources:
            if one.name == name:
                before, after = around([Chapter(title="", entries=tuple(order))], one.address)
                return self._content(
                    "resource.html",
                    title=f"{one.title} · API reference",
                    address=REFERENCE,
                    resource=one,
                    before=before,
                    after=after,
                )
        raise NotFound("The API has no such resource.")

    def _operations_with(self, code: str) -> list[Entry]:
        """The operations that can give an error that not all of them can."""
        return [
            Entry(title=f"{one.method} {one.path}", address=f"{resource.address}#{one.name}")
            for resource in self._reference.resources
            for one in resource.operations
            if any(error.code == code for error in one.errors)
        ]

    @cached_property
    def _reference(self) -> Reference:
        return read_reference(self._managed(), self._published())

    def _articles(self) -> Iterable[tuple[Source, Article]]:
        for source in folder.pages().values():
            yield source, self._library.article(source)

    def _passages(self) -> Iterable[Passage]:
        """What a search finds beside the pages: each error and each operation."""
        for kind, about in KINDS.items():
            text = f"{kind.code} {about.status}. {about.advice}"
            yield Passage(
                address=PAGES + kind.code, page="Error codes", heading=about.title, text=text, terms=(kind.code,)
            )
        for resource in (*self._reference.resources, self._reference.webhook):
            yield from _of_resource(resource)

    def _content(
        self, template: str, *, title: str, address: str, wanted: str = "", found: bool = True, **values: Any
    ) -> Content:
        named = {"address": address, "wanted": wanted, "search_address": SEARCH, **values}
        inner = Markup(self._render(f"docs/{template}", named))  # noqa: S704  # the template has escaped it
        return Content(title=title, address=address, inner=inner, wanted=wanted, found=found)


def _headings(article: Article) -> Sequence[Section]:
    """What is on the page: its headings, or only the larger ones, where all would be too many."""
    for levels in (TOC_LEVELS, TOC_LEVELS[:1]):
        shown = [one for one in article.sections if one.level in levels]
        if TOC_MIN <= len(shown) <= TOC_MAX:
            return shown
    return ()


def _of_resource(resource: Resource) -> Iterable[Passage]:
    for one in resource.operations:
        names = " ".join(parameter.name for parameter in one.parameters)
        yield Passage(
            address=f"{resource.address}#{one.name}",
            page="API reference",
            heading=one.summary,
            terms=(one.name, one.path, f"{one.method} {one.path}"),
            text=f"{one.method} {one.path} ({one.name}). {one.description} {names}".replace("`", ""),
        )
