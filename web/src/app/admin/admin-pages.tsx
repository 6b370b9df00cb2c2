import type { LucideIcon } from 'lucide-react';
import { lazy, type ComponentType } from 'react';

export type AdminPage = {
  /** Below the admin's prefix. */
  path: string;
  Page: ComponentType;
  /** What the sidebar calls it; without it the page is reached from another one. */
  label?: string;
  icon?: LucideIcon;
};

/** Every page of the administration, in the order of the sidebar; each is a chunk of its own. */
export const ADMIN_PAGES: readonly AdminPage[] = [];

export const page = (load: () => Promise<ComponentType>) => lazy(async () => ({ default: await load() }));
