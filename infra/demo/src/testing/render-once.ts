import type { LoopFacts } from '../sound/loop-facts';
import { openLoopRenderer, type LoopRenderer } from '../sound/loop-renderer';

/** A renderer for all tests of a file: each loop is rendered once, in a worker, which is many times faster than inside a test's sandbox. */
export function renderOnce(): LoopRenderer {
  const renderer = openLoopRenderer();
  const files = new Map<string, Promise<Buffer>>();
  const render = (facts: LoopFacts) => {
    const name = JSON.stringify(facts);
    const file = files.get(name) ?? renderer.render(facts);
    files.set(name, file);
    return file;
  };
  return { render, close: renderer.close };
}
