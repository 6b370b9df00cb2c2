import type { ComponentType, ReactElement } from 'react';

/** A component of a library that draws no bare text, although its type would let it. */
export const elementsOnly = <Props>(component: ComponentType<Props>) => component as (props: Props) => ReactElement;
