import type { ExoticComponent, JSX, ReactElement } from 'react';

type Elements = ReactElement | readonly ReactElement[] | null;

/** A component draws elements or nothing. A text that it returned would stand bare beside the component's siblings. */
export type ElementType =
  | keyof JSX.IntrinsicElements
  | ExoticComponent<never>
  | ((props: never) => Elements)
  | (new (props: never) => { render: () => Elements });

export type Element = JSX.Element;
export type ElementClass = JSX.ElementClass;
export type ElementAttributesProperty = JSX.ElementAttributesProperty;
export type ElementChildrenAttribute = JSX.ElementChildrenAttribute;
export type LibraryManagedAttributes<Component, Props> = JSX.LibraryManagedAttributes<Component, Props>;
export type IntrinsicAttributes = JSX.IntrinsicAttributes;
export type IntrinsicClassAttributes<Instance> = JSX.IntrinsicClassAttributes<Instance>;
export type IntrinsicElements = JSX.IntrinsicElements;
