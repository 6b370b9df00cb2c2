import type { ReactNode } from 'react';
import { useDetails } from '../session/details-api';
import type { ListName } from './list-edits';
import { paths } from '#lib/paths.ts';
import { LogIn } from '../session/LogInFirst';
import { useUserId } from '../session/session';
import { ButtonLink } from '#ui/action/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { Query } from '#ui/feedback/Query.tsx';

const NAMES = { cart: 'cart', wishlist: 'wishlist' };

/** Passes the ids of the visitor's cart or wishlist to its children. Without ids, it shows the next step. */
export function MyList({
  list,
  empty,
  skeleton,
  children,
}: {
  list: ListName;
  empty: string;
  skeleton: ReactNode;
  children: (ids: number[]) => ReactNode;
}) {
  const userId = useUserId();
  const details = useDetails();
  const browse = (
    <ButtonLink variant="primary" to={paths.shop}>
      Browse Tracks
    </ButtonLink>
  );

  if (userId === null)
    return (
      <EmptyState title={empty} action={browse}>
        <LogIn size="s" /> to see the tracks in your {NAMES[list]}.
      </EmptyState>
    );
  return (
    <Query of={details} skeleton={skeleton} errorText={`Your ${NAMES[list]} could not be loaded.`}>
      {(data) =>
        data[list].length === 0 ? (
          <EmptyState title={empty} action={browse}>
            Tracks you like are kept here until you take them out, or until someone else buys them.
          </EmptyState>
        ) : (
          children(data[list].map((entry) => Number(entry.id)))
        )
      }
    </Query>
  );
}
