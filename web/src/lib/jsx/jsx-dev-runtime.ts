import type { ElementType } from 'react';
import { jsx, jsxs } from './jsx-runtime';

export { Fragment, type JSX } from './jsx-runtime';

/** What the development server compiles JSX to. */
export const jsxDEV = (type: ElementType, props: object, key: string | undefined, isStatic: boolean) =>
  (isStatic ? jsxs : jsx)(type, props, key);
