import type { ElementType, ReactNode } from 'react';
import { Fragment, jsx as single, jsxs as several } from 'react/jsx-runtime';

export { Fragment };
export type * as JSX from './jsx-types';

type Props = { children?: ReactNode };

const isText = (child: unknown): child is string | number => typeof child === 'string' || typeof child === 'number';
/** An inline element that no style names: as a `span` it would get the styles of other spans. */
const TEXT = 'bare-text' as 'span';

/** White space stays as it is: translation leaves it alone, and as an element it would take a gap in a flex container. */
const wrap = (text: string, key?: number) => (text.trim() ? single(TEXT, { children: text }, key) : text);
const wrapItems = (items: ReactNode[]) => items.map((item, at) => (isText(item) ? wrap(String(item), at) : item));

/** Wraps each run of texts at the place of its first text. All other children keep their places, by which React knows them. */
const separate = (children: ReactNode[]) =>
  children.map((child, at) => {
    if (!isText(child)) return Array.isArray(child) ? wrapItems(child as ReactNode[]) : child;
    if (isText(children[at - 1])) return null;
    const end = children.findIndex((sibling, place) => place > at && !isText(sibling));
    return wrap(
      children
        .slice(at, end < 0 ? undefined : end)
        .filter(isText)
        .join(''),
    );
  });

/**
 * What JSX is compiled to, for an element with several children: React's own function, but no text ever stands beside a sibling.
 * The translation of a browser replaces text nodes. React fails when it removes a replaced node or inserts something before it,
 * and a change of its text is not seen. The text of an element that has nothing else is safe, because React sets it by the element.
 */
export function jsxs(type: ElementType, props: Props, key?: string) {
  const children = props.children as ReactNode[];
  if (type !== Fragment && children.every((child) => isText(child) || !child || child === true))
    return single(type, { ...props, children: children.filter(isText).join('') }, key);
  return several(type, { ...props, children: separate(children) }, key);
}

/** The same for an element with one child or none. A fragment's text stands beside the siblings of the fragment. */
export function jsx(type: ElementType, props: Props, key?: string) {
  const { children } = props;
  if (type === Fragment && isText(children)) return single(type, { children: wrap(String(children)) }, key);
  return single(type, Array.isArray(children) ? { ...props, children: wrapItems(children as ReactNode[]) } : props, key);
}
