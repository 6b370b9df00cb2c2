import { Ellipsis } from 'lucide-react';
import { DropdownMenu as Radix } from 'radix-ui';
import { Fragment, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { cx } from '#lib/cx.ts';
import { elementsOnly } from '#lib/jsx/elements-only.ts';
import styles from './RowActions.module.css';
import { Button, ButtonLink } from '../action/Button';
import { IconButton } from '../action/IconButton';
import { Spinner } from '../action/Spinner';

const Root = elementsOnly(Radix.Root);
const Portal = elementsOnly(Radix.Portal);

export type RowAction = {
  text: string;
  /** What screen readers say, because other rows have the same action; by default the text and the row's `what`. */
  name?: string;
  /** It takes something away: it stands last in the menu, in red. */
  danger?: boolean;
  /** The row waits for it: it stands out while it is the button. */
  primary?: boolean;
  busy?: boolean;
  className?: string;
} & ({ to: string } | { onClick: () => unknown });

/**
 * The actions of a row, which is about `what`. The first one is a button, the others are in the menu beside it, those that take
 * something away at its end and in red. A false in place of an action is left out.
 */
export function RowActions({ what, actions }: { what: string; actions: readonly (RowAction | false)[] }) {
  const visibleActions = actions.filter((action) => action !== false);
  const [first, ...others] = [
    ...visibleActions.filter(({ danger }) => !danger),
    ...visibleActions.filter(({ danger }) => danger),
  ];
  if (!first) return null;
  return (
    <div className={styles.actions}>
      <FirstAction what={what} action={first} />
      {others.length > 0 && <Menu what={what} actions={others} />}
    </div>
  );
}

const nameOf = (rowName: string, { text, name = `${text} ${rowName}` }: RowAction) => name;

function FirstAction({ what, action }: { what: string; action: RowAction }) {
  const { text, primary, busy = false } = action;
  const props = {
    size: 's',
    variant: primary ? 'primary' : 'secondary',
    className: cx(styles.first, action.className),
    'aria-label': nameOf(what, action),
  } as const;
  if ('to' in action)
    return (
      <ButtonLink to={action.to} {...props}>
        {text}
      </ButtonLink>
    );
  return (
    <Button busy={busy} onClick={() => void action.onClick()} {...props}>
      {text}
    </Button>
  );
}

/** An action begins when its menu has closed, so that a dialog that it opens gives the focus back to the menu's button. */
function Menu({ what, actions }: { what: string; actions: readonly RowAction[] }) {
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const chosenAction = useRef<() => unknown>(null);
  const touched = useRef(false);
  const busy = actions.some((action) => action.busy);
  const firstDangerous = actions.find(({ danger }) => danger);

  return (
    <Root open={open} onOpenChange={setOpen} modal={false}>
      <Radix.Trigger
        asChild
        disabled={busy}
        // A finger on the button may be about to scroll, so only its click counts. Some aids click without a pointer.
        onPointerDown={(event) => {
          touched.current = event.pointerType === 'touch';
          if (touched.current) event.preventDefault();
        }}
        onClick={({ detail }) => (touched.current || detail === 0) && setOpen(!open)}
      >
        <IconButton ref={button} className={styles.more} label={`Actions for ${what}`} aria-busy={busy}>
          {busy ? <Spinner /> : <Ellipsis size={20} aria-hidden />}
        </IconButton>
      </Radix.Trigger>
      <Portal>
        <Radix.Content
          className={styles.menu}
          align="end"
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // A click beside the menu may have given the focus to something else.
            if (document.activeElement === document.body) button.current?.focus({ preventScroll: true });
            const act = chosenAction.current;
            chosenAction.current = null;
            act?.();
          }}
        >
          {actions.map((action) => (
            <Fragment key={action.text}>
              {action === firstDangerous && action !== actions[0] && <Radix.Separator className={styles.line} />}
              <Item what={what} action={action} onChoose={(act) => void (chosenAction.current = act)} />
            </Fragment>
          ))}
        </Radix.Content>
      </Portal>
    </Root>
  );
}

function Item({ what, action, onChoose }: { what: string; action: RowAction; onChoose: (act: () => unknown) => void }) {
  const { text, danger } = action;
  const props = { className: cx(styles.item, danger && styles.danger), 'aria-label': nameOf(what, action) };
  if ('to' in action)
    return (
      <Radix.Item asChild {...props}>
        <Link to={action.to}>{text}</Link>
      </Radix.Item>
    );
  return (
    <Radix.Item onSelect={() => onChoose(action.onClick)} {...props}>
      {text}
    </Radix.Item>
  );
}
