import { SERVICE_REQUEST_STATES, type ServiceRequestState } from '@shop/contracts/constants';
import { timeText } from '@shop/contracts/times';
import type { ServiceRequestView } from '@shop/contracts/views';
import { useMay } from '../../session/admin-role';
import { errorText } from '#lib/calls/api.ts';
import { toast } from '#lib/toast.ts';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { Fact, Facts } from '#ui/display/Facts.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { SelectField } from '#ui/form/SelectField.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { STATE_NAMES } from './admin-request-columns';
import styles from './AdminServiceRequest.module.css';
import { useServiceRequestQuery, useSetRequestStateMutation } from '../api/admin-service-requests-api';
import { SERVICE_TEXTS } from '../public/services';

export function AdminServiceRequest({ id, onClose }: { id: number; onClose: () => void }) {
  const request = useServiceRequestQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Dialog title={`Request ${id}`} open wide drawer onOpenChange={onClose}>
      <Query
        of={{ ...request, data: request.currentData }}
        skeleton={<Skeleton height="240px" />}
        errorText={(error) => errorText(error, 'Failed to load the request')}
      >
        {(loadedRequest) => <Request request={loadedRequest} />}
      </Query>
    </Dialog>
  );
}

function Request({ request }: { request: ServiceRequestView }) {
  const { id, name, email, account_email: accountEmail, service, wishes, description, created_at, state } = request;
  const [save, { isLoading }] = useSetRequestStateMutation();
  const mayChange = useMay()('changePeople');
  const serviceName = SERVICE_TEXTS[service].name;

  async function set(newState: ServiceRequestState) {
    const { error } = await save({ id, state: newState });
    if (error) toast.error(errorText(error, 'Failed to update the request'));
    else toast.success('State updated');
  }

  return (
    <div className={styles.request}>
      <Facts>
        <Fact name="Service">{serviceName}</Fact>
        <Fact name="From">
          {name}
          {accountEmail && (
            <>
              ,{' '}
              <a href={`mailto:${accountEmail}?subject=${encodeURIComponent(`Your request: ${serviceName}`)}`}>{accountEmail}</a>
            </>
          )}
        </Fact>
        {email.toLowerCase() !== accountEmail?.toLowerCase() && <Fact name="Typed, not confirmed">{email}</Fact>}
        <Fact name="Sent">{timeText(created_at)}</Fact>
        {!mayChange && <Fact name="State">{STATE_NAMES[state].name}</Fact>}
        {wishes.map(({ asked, answer }) => (
          <Fact key={asked} name={asked}>
            {/^https?:\/\//i.test(answer) ? (
              <a href={answer} target="_blank" rel="noopener noreferrer nofollow" dir="auto">
                {answer}
              </a>
            ) : (
              answer
            )}
          </Fact>
        ))}
      </Facts>
      <p className={styles.description} dir="auto">
        {description}
      </p>
      {mayChange && (
        <SelectField
          label="State"
          hint="For you alone: the sender is not told."
          value={state}
          disabled={isLoading}
          aria-busy={isLoading}
          onChange={({ target }) => void set(target.value as ServiceRequestState)}
        >
          {SERVICE_REQUEST_STATES.map((choice) => (
            <option key={choice} value={choice}>
              {STATE_NAMES[choice].name}
            </option>
          ))}
        </SelectField>
      )}
    </div>
  );
}
