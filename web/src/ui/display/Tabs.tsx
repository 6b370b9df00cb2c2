import { Tabs as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

/** `count` is null while it is not known yet: its place is kept, so that nothing moves when it comes. */
export type Tab = { value: string; label: string; count?: number | null; content: ReactNode };

/** Only the open tab's panel is mounted, and it fades in. */
export function Tabs({
  label,
  value,
  onChange,
  tabs,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
  tabs: readonly Tab[];
}) {
  return (
    <Radix.Root value={value} onValueChange={onChange}>
      <Radix.List className={styles.list} aria-label={label}>
        {tabs.map((tab) => (
          <Radix.Trigger key={tab.value} value={tab.value} className={styles.tab}>
            {tab.label}
            {tab.count !== undefined && (
              <span className={styles.count} aria-hidden={tab.count === null}>
                {tab.count ?? '–'}
              </span>
            )}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} className={styles.panel}>
          {tab.content}
        </Radix.Content>
      ))}
    </Radix.Root>
  );
}
