/// The style sheet and the script of a site.
enum SiteAssets {
    /// The style sheet, for light and dark mode, small and large screens, and print.
    static let style = """
        :root { color-scheme: light dark; --page: #ffffff; --ink: #1f2328; --muted: #59636e;
          --line: #d8dee4; --surface: #f6f8fa; --link: #0550ae; }
        @media (prefers-color-scheme: dark) {
          :root { --page: #0d1117; --ink: #f0f3f6; --muted: #9da7b3; --line: #30363d;
            --surface: #161b22; --link: #79b8ff; }
        }
        * { box-sizing: border-box; }
        body { margin: 0; background: var(--page); color: var(--ink); line-height: 1.5;
          font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
        a { color: var(--link); }
        a:focus-visible, input:focus-visible, pre:focus-visible, .wide:focus-visible {
          outline: 2px solid var(--link); outline-offset: 2px; }
        .skip { position: absolute; left: -100rem; }
        .skip:focus { left: 1rem; top: 1rem; background: var(--page); padding: .5rem 1rem; z-index: 2; }
        header { display: flex; flex-wrap: wrap; gap: 1rem; align-items: center;
          justify-content: space-between; padding: .75rem 1.5rem; background: var(--surface);
          border-bottom: 1px solid var(--line); }
        .home { font-weight: 600; color: var(--ink); text-decoration: none; }
        form { position: relative; display: flex; gap: .5rem; align-items: center; }
        input { font: inherit; color: inherit; background: var(--page); padding: .3rem .6rem;
          border: 1px solid var(--muted); border-radius: 6px; width: min(22rem, 60vw); }
        #results { position: absolute; top: 100%; right: 0; width: min(26rem, 90vw); margin: .3rem 0 0;
          padding: 0; list-style: none; background: var(--page); border-radius: 6px; z-index: 1;
          max-height: 70vh; overflow-y: auto; }
        #results:not(:empty) { border: 1px solid var(--line); }
        #results a { display: block; padding: .4rem .8rem; }
        #results span { color: var(--muted); margin-left: .5rem; }
        main { max-width: 70rem; margin: 0 auto; padding: 1.5rem; }
        .way { display: flex; flex-wrap: wrap; list-style: none; padding: 0; margin: 0;
          color: var(--muted); }
        .way li:not(:first-child)::before { content: "/"; margin: 0 .5rem; }
        h1 { margin: .5rem 0 1rem; font-size: 2rem; line-height: 1.2; overflow-wrap: anywhere; }
        h2 { margin: 2rem 0 .75rem; font-size: 1.25rem; }
        .origin, .key, caption { color: var(--muted); }
        .wide { overflow-x: auto; margin: 1rem 0; }
        table { border-collapse: collapse; width: 100%; }
        caption { text-align: left; padding-bottom: .4rem; }
        .hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
        th, td { text-align: left; vertical-align: top; padding: .45rem .8rem .45rem 0;
          border-bottom: 1px solid var(--line); }
        thead th { color: var(--muted); font-weight: 600; }
        tbody th { font-weight: 400; }
        th p, td p { margin: 0; }
        td ul, td ol { margin: 0; padding-left: 1.2rem; }
        code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, monospace;
          font-size: .9em; }
        pre { background: var(--surface); border: 1px solid var(--line); border-radius: 6px;
          padding: .9rem 1rem; overflow-x: auto; }
        figure { margin: 0; overflow-x: auto; border: 1px solid var(--line); border-radius: 6px; }
        figure img { display: block; max-width: 100%; height: auto; }
        @media print { header, .skip { display: none; } main { max-width: none; } }

        """

    /// The search, which needs no server.
    static let script = """
        "use strict";
        (function () {
          const form = document.getElementById("search");
          const field = document.getElementById("query");
          const results = document.getElementById("results");
          const root = document.body.dataset.root;
          const entries = window.searchIndex;

          // Names that begin with the words come first, then names, then texts that contain them.
          function rank(entry, words) {
            const name = entry.name.toLowerCase();
            const text = name + " " + entry.kind + " " + entry.doc.toLowerCase();
            if (!words.every((word) => text.includes(word))) { return 0; }
            if (name === words[0]) { return 4; }
            if (name.startsWith(words[0])) { return 3; }
            return name.includes(words[0]) ? 2 : 1;
          }

          function show() {
            const words = field.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
            results.replaceChildren();
            if (words.length === 0) { return; }
            const found = entries.map((entry) => ({ entry, rank: rank(entry, words) }))
              .filter((one) => one.rank > 0)
              .sort((one, other) => other.rank - one.rank)
              .slice(0, 20);
            for (const { entry } of found) {
              const item = document.createElement("li");
              const link = document.createElement("a");
              const kind = document.createElement("span");
              link.href = root + entry.path;
              link.textContent = entry.name;
              kind.textContent = entry.kind;
              link.append(kind);
              item.append(link);
              results.append(item);
            }
            if (found.length === 0) {
              const item = document.createElement("li");
              item.textContent = "No results";
              results.append(item);
            }
          }

          field.addEventListener("input", show);
          form.addEventListener("submit", (event) => {
            event.preventDefault();
            const first = results.querySelector("a");
            if (first) { location.href = first.href; }
          });
          document.addEventListener("keydown", (event) => {
            if (event.key === "Escape") { field.value = ""; show(); }
          });
        })();

        """
}
