import { Button } from '#ui/action/Button.tsx';
import { EmptyState } from '#ui/feedback/EmptyState.tsx';
import { ErrorBoundary } from '#ui/feedback/ErrorBoundary.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { FormSkeleton } from '#ui/feedback/FormSkeleton.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { ListSkeleton } from '#ui/feedback/ListSkeleton.tsx';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { Specimen, Wide } from './Shown';

const never = { isFetching: true, refetch: () => {} };
const Broken = (): never => {
  throw new Error('This part of the gallery breaks on purpose.');
};

export const Feedback = () => (
  <>
    <Specimen name="EmptyState">
      <EmptyState title="Nothing here yet" action={<Button>Add one</Button>}>
        What will be here, in a sentence.
      </EmptyState>
      <EmptyState title="Nothing here, and nothing to do" />
    </Specimen>
    <Specimen name="ErrorBoundary">
      <ErrorBoundary instead={(_, again) => <Button onClick={again}>It broke: draw it again</Button>}>
        <Broken />
      </ErrorBoundary>
    </Specimen>
    <Specimen name="Fault">
      <Fault>Why something was not done.</Fault>
    </Specimen>
    <Specimen name="FormSkeleton">
      <Wide>
        <FormSkeleton />
      </Wide>
    </Specimen>
    <Specimen name="RowBoundary">
      <ul>
        <RowBoundary>
          <li>An entry</li>
        </RowBoundary>
        <RowBoundary>
          <Broken />
        </RowBoundary>
      </ul>
    </Specimen>
    <Specimen name="ListSkeleton">
      <Wide>
        <ListSkeleton rows={2} />
      </Wide>
    </Specimen>
    <Specimen name="SectionBoundary">
      <Wide>
        <SectionBoundary>
          <Broken />
        </SectionBoundary>
      </Wide>
    </Specimen>
    <Specimen name="Query">
      <Wide>
        <Query of={never} skeleton={<Skeleton height="48px" />} errorText="">
          {() => null}
        </Query>
      </Wide>
      <Wide>
        <Query of={{ ...never, isFetching: false, error: 'down' }} skeleton={null} errorText="It could not be loaded.">
          {() => null}
        </Query>
      </Wide>
      <Wide>
        <Query of={{ ...never, data: 'What was loaded.' }} skeleton={null} errorText="">
          {(words) => <p>{words}</p>}
        </Query>
      </Wide>
    </Specimen>
    <Specimen name="Skeleton">
      <Wide>
        <Skeleton width="60%" height="16px" />
        <Skeleton />
      </Wide>
    </Specimen>
  </>
);
