// Keeps the stage up to date: asks for the page again, and replaces its content if it has changed.

const SECONDS = 2;

async function update() {
  const answer = await fetch(location.href, { cache: "no-cache" });
  if (!answer.ok) return;
  const [old, main] = [document, Document.parseHTMLUnsafe(await answer.text())].map((page) => page.querySelector("main"));
  if (main.dataset.version !== old.dataset.version) old.replaceWith(document.adoptNode(main));
}

setInterval(() => update().catch(() => {}), SECONDS * 1000);
