/**
 * Replaces each text by nested `font` elements, now and whenever one comes, as Chrome's translation does. It names nothing outside
 * of itself, because journeys run it in the browser.
 * @returns what stops it
 */
export function translate(root: Node) {
  function replace(text: Node) {
    const parent = text.parentElement;
    if (!parent || !text.nodeValue?.trim() || parent.closest('script, style, textarea, title, noscript, font')) return;
    const [outer, inner] = [document.createElement('font'), document.createElement('font')];
    inner.textContent = text.nodeValue;
    outer.append(inner);
    parent.replaceChild(outer, text);
  }
  function replaceWithin(node: Node) {
    const texts = document.createTreeWalker(node, NodeFilter.SHOW_TEXT);
    const nodes = node.nodeType === Node.TEXT_NODE ? [node] : [];
    while (texts.nextNode()) nodes.push(texts.currentNode);
    nodes.forEach(replace);
  }
  const observer = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => addedNodes.forEach(replaceWithin)));
  replaceWithin(root);
  observer.observe(root, { childList: true, subtree: true });
  return () => observer.disconnect();
}
