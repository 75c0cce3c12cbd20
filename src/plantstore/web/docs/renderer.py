"""Renders the documentation pages. Each page is rendered once and cached; search results are not cached."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache, cached_property
from typing import Any

from markupsafe import Markup

from plantstore.domain.errors import NotFound
from plantstore.web.docs.cached_response import Content, Text
from plantstore.web.docs.contents import Chapter, Entry, around, read_contents
from plantstore.web.docs.markdown import Article, Section, read_article
from plantstore.web.docs.reference import REFERENCE, Reference, Resource, read_reference
from plantstore.web.docs.search_index import QUERY_CHARS_MAX, Passage, SearchIndex
from plantstore.web.docs.sources import CHANGES, Source, index, pages, sources
from plantstore.web.http.problems import KINDS, PAGES

SEARCH = "/docs/search"
TOC_LEVELS = (2, 3)
TOC_MIN, TOC_MAX = 3, 40  # min and max number of headings in "On this page"
GENERATED = (Entry(title="API reference", address=REFERENCE), Entry(title="Error codes", address=PAGES))
_ERRORS_PAGE = "errors"  # name of the Markdown page whose table links to the pages of error codes
_CHANGES_SHARE = 0.4  # score factor of changelog sections, which ranks them below current pages
EXAMPLES = ("signature", "retry", "backup", "token", "import", "exit code")

Document = dict[str, Any]
Render = Callable[[str, Mapping[str, Any]], str]
"""Returns a template filled with values, given its name. Values are escaped unless they are `Markup`."""


class PageRenderer:
    """Renders each kind of documentation page as content without the layout."""

    def __init__(self, render: Render, *, managed: Callable[[], Document], published: Callable[[], Document]) -> None:
        self._render = render
        self._managed = managed
        self._published = published
        self._article = cache(self._read_article)
        self.contents = cache(self._contents)
        self.page = cache(self._page)
        self.errors = cache(self._errors)
        self.error = cache(self._error)
        self.reference = cache(self._reference_contents)
        self.resource = cache(self._resource)

    @cached_property
    def chapters(self) -> Sequence[Chapter]:
        """Return the table of contents."""
        source = index()
        addresses = {one.file: one.address for one in pages().values()}
        return read_contents(source.read(), file=source.file, addresses=addresses, generated=GENERATED)

    def search(self, query: str) -> Content:
        """Return the page with the search results for a query."""
        query = query[:QUERY_CHARS_MAX]
        found = self._search_index.search(query)
        nearest = [near for word in found.words if (near := self._search_index.nearest(word)) and near != word]
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
        """Return the "Not found" page, with links to similar paths and a search."""
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
        source = index()
        article = self._article(source)
        return self._content("contents.html", title=article.title, address=source.address, article=article)

    def _page(self, name: str) -> Content | Text:
        source = self._source(name)
        if source is None:
            raise NotFound("The documentation has no such page.")
        if not source.is_page:
            return Text(source.read())
        article = self._article(source)
        before, after = around(self.chapters, source.address)
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
            raise NotFound("Unknown error code.")
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
        resources = self._reference.pages
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
        """Return links to the operations that list this error; none for errors common to all operations."""
        return [
            Entry(title=f"{one.method} {one.path}", address=f"{resource.address}#{one.name}")
            for resource in self._reference.resources
            for one in resource.operations
            if any(error.code == code for error in one.errors)
        ]

    @cached_property
    def _reference(self) -> Reference:
        return read_reference(self._managed(), self._published())

    @staticmethod
    def _source(name: str) -> Source | None:
        """Return the file that is served at /docs/NAME; None if there is no such file, or it is the index."""
        found = sources().get(name)
        return None if found is None or found.address == "/docs" else found

    @cached_property
    def _search_index(self) -> SearchIndex:
        return SearchIndex([*self._sections(), *self._generated_passages()])

    def _read_article(self, source: Source) -> Article:
        codes = {kind.code: PAGES + kind.code for kind in KINDS} if source.name == _ERRORS_PAGE else {}
        addresses = {one.file: one.address for one in sources().values()}
        return read_article(source.read(), file=source.file, addresses=addresses, codes=codes)

    def _sections(self) -> Iterable[Passage]:
        for source, article in self._articles():
            for section in article.sections:
                is_whole_page = section.level == 1
                yield Passage(
                    address=source.address if is_whole_page else f"{source.address}#{section.anchor}",
                    page=article.title,
                    heading="" if is_whole_page else section.heading,
                    text=section.text,
                    terms=section.terms,
                    share=_CHANGES_SHARE if source.file == CHANGES else 1.0,
                )

    def _articles(self) -> Iterable[tuple[Source, Article]]:
        for source in pages().values():
            yield source, self._article(source)

    def _generated_passages(self) -> Iterable[Passage]:
        for kind, about in KINDS.items():
            text = f"{kind.code} {about.status}. {about.advice}"
            yield Passage(
                address=PAGES + kind.code, page="Error codes", heading=about.title, text=text, terms=(kind.code,)
            )
        for resource in self._reference.pages:
            yield from _of_resource(resource)

    def _content(
        self, template: str, *, title: str, address: str, wanted: str = "", found: bool = True, **values: Any
    ) -> Content:
        named = {"address": address, "wanted": wanted, "search_address": SEARCH, **values}
        inner = Markup(self._render(f"docs/{template}", named))  # noqa: S704  # escaped by the template
        return Content(title=title, address=address, inner=inner, wanted=wanted, found=found)


def _headings(article: Article) -> Sequence[Section]:
    """Return the headings for "On this page": of both levels, or of the upper level only, or none.

    Their number must be from TOC_MIN to TOC_MAX.
    """
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
