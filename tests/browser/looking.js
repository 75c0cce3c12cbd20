// What is looked for on every page. Evaluated as one object of functions.
({
  // Elements that can be clicked or filled in and are smaller than 24 px, other than links within a sentence.
  small() {
    const found = [];
    for (const one of document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button]")) {
      if (!one.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
      const block = one.parentElement.closest("p, li, dd, dt, td, th, div, section, label, span, footer, header, nav");
      const inline = one.localName === "a" && getComputedStyle(one).display === "inline";
      const words = (text) => text.textContent.replace(/\s+/g, " ").trim();
      if (inline && block && words(block).length > words(one).length) continue;
      const box = one.getBoundingClientRect();
      if (box.width < 23.99 || box.height < 23.99) found.push(`${this.name(one)} ${box.width.toFixed(1)}×${box.height.toFixed(1)}`);
    }
    return found;
  },

  // What sticks out to the side, if the page can be scrolled there.
  wide() {
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth <= innerWidth) return [];
    const out = [...document.body.querySelectorAll("*")].filter((one) => one.getBoundingClientRect().right > width + 0.5);
    return [`${document.documentElement.scrollWidth} px`, ...out.slice(0, 5).map((one) => this.name(one))];
  },

  // Tables whose columns do not line up, and cells outside of the table's box. A table shown as cards has no columns.
  tables() {
    const found = [];
    for (const table of document.querySelectorAll("table")) {
      if (!table.checkVisibility({ visibilityProperty: true })) continue;
      const outer = table.parentElement.getBoundingClientRect();
      const scrolls = ["auto", "scroll"].includes(getComputedStyle(table.parentElement).overflowX);
      const rows = [...table.rows].filter((row) => row.checkVisibility() && ![...row.cells].some((cell) => cell.colSpan > 1 || cell.rowSpan > 1));
      const columns = [...(table.rows[0]?.cells ?? [])].map((cell) => cell.getBoundingClientRect());
      const isTable = rows.some((row) => getComputedStyle(row).display === "table-row");
      for (const row of rows) {
        for (const [index, cell] of [...row.cells].entries()) {
          if (!cell.checkVisibility()) continue;
          const box = cell.getBoundingClientRect();
          if (box.left < outer.left - 1 || (box.right > outer.right + 1 && !scrolls)) found.push(`outside: ${this.name(cell)}`);
          const first = columns[index];
          if (isTable && first && (Math.abs(box.left - first.left) > 1 || Math.abs(box.right - first.right) > 1)) found.push(`no column: ${this.name(cell)}`);
        }
      }
    }
    return found.slice(0, 5);
  },

  // Text that its own box cuts off: nobody can scroll there. What is for screen readers only is as small as that.
  cut() {
    return [...document.body.querySelectorAll("*")]
      .filter((one) => {
        const style = getComputedStyle(one);
        const clips = ["hidden", "clip"].includes(style.overflowX) || ["hidden", "clip"].includes(style.overflowY);
        if (!clips || one.closest("svg") || style.clipPath !== "none" || !one.checkVisibility({ visibilityProperty: true })) return false;
        return one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1;
      })
      .map((one) => this.name(one));
  },

  // Banners share their left and right edges, and what stands in a menu begins at one left edge.
  uneven() {
    const groups = [...document.querySelectorAll("main, .menu-list")].map((whole) => [whole, [...whole.querySelectorAll(":scope > .banner, :scope > a, :scope > form > button")]]);
    const found = [];
    for (const [whole, parts] of groups) {
      const style = getComputedStyle(whole);
      const box = whole.getBoundingClientRect();
      const inner = { left: box.left + parseFloat(style.paddingLeft), right: box.right - parseFloat(style.paddingRight) };
      for (const one of parts.filter((one) => one.checkVisibility())) {
        if (whole.localName === "main" && !one.matches(".banner")) continue;
        const at = one.getBoundingClientRect();
        if (Math.abs(at.left - inner.left) > 2 || Math.abs(at.right - inner.right) > 2) found.push(this.name(one));
      }
    }
    for (const menu of document.querySelectorAll(".menu[open] .menu-list")) {
      const begins = [...menu.querySelectorAll("p, a, button")].filter((one) => one.checkVisibility()).map((one) => {
        const text = document.createRange();
        text.selectNodeContents(one);
        return [one, text.getBoundingClientRect().left];
      });
      for (const [one, left] of begins) if (Math.abs(left - begins[0][1]) > 1) found.push(this.name(one));
    }
    return found;
  },

  // The frame: a rail at the side, or a bar above and one below; one line where everything starts; one green button.
  frame() {
    const found = [];
    const box = (one) => one.getBoundingClientRect();
    if (!document.querySelector(".rail")) return found; // a page to print
    const rail = box(document.querySelector(".rail"));
    const main = document.querySelector("main");
    const isDoor = document.body.matches(".is-door");
    if (innerWidth > 860) {
      if (Math.abs(rail.height - innerHeight) > 1 || (!isDoor && rail.width !== 224)) found.push(`rail ${rail.width}×${rail.height}`);
      if (Math.abs(box(main).left - rail.right) > 1) found.push("the page does not start at the rail");
    } else {
      if (rail.height !== 52) found.push(`bar above: ${rail.height} px`);
      const below = box(document.querySelector(".nav"));
      if (!document.body.matches(".is-visitor") && Math.abs(below.bottom - innerHeight) > 1) found.push("the bar below is not at the bottom");
    }
    const line = box(main).left + parseFloat(getComputedStyle(main).paddingLeft);
    for (const one of main.children) {
      if (one.matches(".held, .decide, .narrow, .unseen") || !one.checkVisibility() || !box(one).width) continue;
      if (Math.abs(box(one).left - line) > 1) found.push(`not on the line: ${this.name(one)}`);
    }
    const green = [...main.querySelectorAll(".primary")].filter((one) => one.checkVisibility({ visibilityProperty: true }));
    if (green.length > 1) found.push(`green buttons: ${green.map((one) => one.textContent.trim())}`);
    if (innerWidth > 860) {
      for (const [rows, height] of [[".plant-row", 44], [".tight tbody tr", 38]]) {
        const heights = [...main.querySelectorAll(rows)].map((one) => box(one).height);
        if (heights.length && Math.abs(Math.min(...heights) - height) > 1.5) found.push(`${rows}: ${Math.min(...heights)} px`);
      }
    }
    return found;
  },

  // What is wrong with the layout: of the page as it is, and then with its menu open.
  layout() {
    const found = { wide: this.wide(), small: this.small() };
    for (const menu of document.querySelectorAll("details.menu")) menu.open = true;
    return { ...found, tables: this.tables(), cut: this.cut(), uneven: this.uneven(), frame: this.frame() };
  },

  head() {
    const icon = document.querySelector("link[rel=icon]")?.getAttribute("href") ?? "";
    return { headings: document.querySelectorAll("h1").length, title: document.title, icon: icon.slice(0, 5), doubled: this.doubled() };
  },

  doubled() {
    const seen = new Set();
    return [...document.querySelectorAll("[id]")].map((one) => one.id).filter((id) => seen.has(id) || !seen.add(id));
  },

  // What Tab must come by, in the order of the page, and a mark by which each is known again.
  stops() {
    const all = document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]");
    const groups = new Set();
    const stops = [...all].filter((one) => {
      if (one.disabled || one.tabIndex < 0 || !one.checkVisibility({ visibilityProperty: true })) return false;
      if (one.type !== "radio") return true;
      const chosen = [...all].find((other) => other.type === "radio" && other.form === one.form && other.name === one.name && other.checked);
      if (chosen) return one === chosen; // Tab comes to the chosen one of a group
      const group = `${one.form?.action} ${one.name}`;
      if (groups.has(group)) return false;
      groups.add(group);
      return true;
    });
    return stops.map((one) => this.name(one));
  },

  // The kinds of stops there are: what each is, and what it stands in.
  stopKinds() {
    const kind = (one) => `${one.localName}.${[...one.classList].sort().join(".")}`;
    const all = document.querySelectorAll("a[href], button, input:not([type=hidden]), select, textarea, summary, [tabindex]");
    const kinds = [...all].map((one) => {
      const place = one.closest("header, nav, aside, footer, table, form, details, section, article, main, body");
      return [one.type ?? "", one.tabIndex, one.autofocus, getComputedStyle(one).display, ...[one, one.parentElement, place].map(kind)].join(" ");
    });
    return [...new Set(kinds)];
  },

  // The combinations of what decides whether a text can be read: its colour, size and weight, and what is painted behind
  // it. Those not seen before are returned, and every text of theirs is marked.
  newTextKinds({ seen, except }) {
    const known = new Set(seen.split("\n"));
    const kinds = new Set();
    const painted = new Map([[null, []]]); // behind each element, itself included
    const behind = (one) => {
      if (!painted.has(one)) {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(one);
        const own = [backgroundColor, backgroundImage, opacity].filter((value) => !["rgba(0, 0, 0, 0)", "none", "1"].includes(value));
        painted.set(one, [...own, ...behind(one.parentElement)]);
      }
      return painted.get(one);
    };
    for (const one of document.body.querySelectorAll("*")) {
      const isText = one.matches("input, select, textarea") || [...one.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
      if (!isText || one.closest(except) || !one.checkVisibility({ visibilityProperty: true })) continue;
      const { color, fontSize, fontWeight, textShadow } = getComputedStyle(one);
      const kind = [color, fontSize, fontWeight, textShadow, ...behind(one)].join(" ");
      if (known.has(kind)) continue;
      kinds.add(kind);
      one.dataset.newKind = "";
    }
    return [...kinds];
  },

  // Where the focus is, and what is wrong with how it shows.
  focus() {
    const one = document.activeElement;
    if (!one || one === document.body) return null;
    const style = getComputedStyle(one);
    const box = one.getClientRects()[0] ?? one.getBoundingClientRect(); // of a link over two lines, the first
    const problems = [];
    const outlined = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    if (!outlined) problems.push("no outline");
    const x = Math.min(Math.max(box.left + Math.min(box.width, 40) / 2, 1), innerWidth - 1);
    const y = Math.min(Math.max(box.top + Math.min(box.height, 40) / 2, 1), innerHeight - 1);
    const top = document.elementFromPoint(x, y);
    const outside = box.bottom <= 0 || box.top >= innerHeight || box.right <= 0 || box.left >= innerWidth;
    if (outside) problems.push("outside of the window");
    else if (top && !one.contains(top) && !top.contains(one)) problems.push(`covered by ${this.name(top)}`);
    return { name: this.name(one), problems };
  },

  name(one) {
    const path = [];
    for (let here = one; here && here !== document.body; here = here.parentElement) {
      path.unshift(here.id ? `#${here.id}` : `${here.localName}:${[...here.parentElement.children].indexOf(here) + 1}`);
      if (here.id) break;
    }
    const time = one.querySelector("time"); // how long ago changes while we look
    const text = (one.getAttribute("aria-label") || time?.dateTime || one.textContent || one.value || "").replace(/\s+/g, " ").trim();
    return `${path.join(">")} “${text.slice(0, 30)}”`;
  },
})
