import { X } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { useRef, useLayoutEffect, useState, type ReactNode } from 'react';
import { cx } from '#lib/cx.ts';
import { elementsOnly } from '#lib/jsx/elements-only.ts';
import { focusHeading } from '#lib/layers/focus-heading.ts';
import { giveFocusBack, TOASTS } from '#lib/layers/focus-keeper.ts';
import { useBackCloses } from '#lib/layers/use-back-closes.ts';
import { IconButton } from '../action/IconButton';
import styles from './Dialog.module.css';

const Root = elementsOnly(Radix.Root);
const Portal = elementsOnly(Radix.Portal);
const OPEN_LIST = '[role=combobox][aria-expanded=true]';
const FIRST_FIELD = 'input:not([type=hidden], [type=checkbox], [type=radio], [readonly]), textarea, select';

/**
 * A modal. `sheet` comes from below on a phone, `drawer` from the right where a list has
 * room beside it; `wide` is for text and pictures; with `stays`, a click beside it does not close
 * it. Back closes it, unless it is the page itself (`page`). The focus returns to its earlier place, or to the heading of a new
 * page.
 */
export function Dialog({
  title,
  open,
  onOpenChange,
  children,
  footer,
  wide = false,
  sheet = false,
  drawer = false,
  stays = false,
  page = false,
}: {
  title: string;
  open: boolean;
  onOpenChange: (open: boolean) => void;
  children: ReactNode;
  footer?: ReactNode;
  wide?: boolean;
  sheet?: boolean;
  drawer?: boolean;
  stays?: boolean;
  page?: boolean;
}) {
  const opener = useRef<Element | null>(null);
  const openedAt = useRef('');
  useBackCloses(open && !page, () => onOpenChange(false));
  return (
    <Root open={open} onOpenChange={onOpenChange}>
      <Portal>
        <Radix.Overlay className={styles.overlay} />
        <Radix.Content
          className={cx(styles.dialog, wide && styles.wide, sheet && styles.sheet, drawer && styles.drawer)}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            opener.current = document.activeElement;
            openedAt.current = window.location.pathname;
            const field = event.currentTarget instanceof Element && event.currentTarget.querySelector<HTMLElement>(FIRST_FIELD);
            if (!field) return;
            event.preventDefault();
            field.focus();
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // The code that closed the dialog may have set the focus already, and the opener of the dialog may be gone.
            if (document.activeElement !== document.body) return;
            if (window.location.pathname === openedAt.current) giveFocusBack(opener.current);
            else focusHeading();
          }}
          onEscapeKeyDown={(event) => {
            // This Escape closes the list of a field.
            if (event.target instanceof Element && event.target.matches(OPEN_LIST)) event.preventDefault();
          }}
          onInteractOutside={(event) => {
            // A toast lies above the dialog and does not belong to the page behind it.
            const onToast = event.target instanceof Element && event.target.closest(TOASTS);
            if (stays || onToast) event.preventDefault();
          }}
        >
          <div className={styles.head}>
            <Radix.Title className={styles.title} dir="auto">
              {title}
            </Radix.Title>
            <Radix.Close asChild>
              <IconButton label="Close">
                <X size={20} />
              </IconButton>
            </Radix.Close>
          </div>
          <Body title={title}>{children}</Body>
          {footer && <div className={styles.footer}>{footer}</div>}
        </Radix.Content>
      </Portal>
    </Root>
  );
}

/** The keyboard reaches text that scrolls, even without a control in it. */
function Body({ title, children }: { title: string; children: ReactNode }) {
  const { ref, scrolls } = useScrolls<HTMLDivElement>();
  return (
    <div ref={ref} className={styles.body} {...(scrolls && { tabIndex: 0, role: 'group', 'aria-label': title })}>
      {children}
    </div>
  );
}

/**
 * Whether the element of `ref` has more content than it shows. It grows with its content until it scrolls, so observing its own
 * size is enough.
 */
function useScrolls<Kind extends HTMLElement>() {
  const ref = useRef<Kind>(null);
  const [scrolls, setScrolls] = useState(false);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element || !('ResizeObserver' in window)) return;
    const observer = new ResizeObserver(() => setScrolls(element.scrollHeight > element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, scrolls };
}
