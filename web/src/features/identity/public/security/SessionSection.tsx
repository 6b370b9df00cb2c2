import { timeText } from '@shop/contracts/times';
import type { DeviceSessionView } from '@shop/contracts/views';
import { Laptop, Smartphone } from 'lucide-react';
import { errorText } from '#lib/calls/api.ts';
import { useAppDispatch } from '#lib/hooks.ts';
import { sessionHasEnded } from '#features/session/ask-to-log-in.ts';
import { leaveSession } from '#features/session/leave-session.ts';
import { toast } from '#lib/toast.ts';
import { Badge } from '#ui/display/Badge.tsx';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { Skeleton } from '#ui/feedback/Skeleton.tsx';
import { useEndSessionMutation, useLogoutEverywhereMutation, useSessionsQuery } from '../../api/second-factor-api';
import styles from './Security.module.css';

export function SessionSection() {
  const dispatch = useAppDispatch();
  const sessions = useSessionsQuery(undefined, { refetchOnMountOrArgChange: true });
  const [end, ending] = useEndSessionMutation();
  const [endAll, endingAll] = useLogoutEverywhereMutation();

  const signOut = async (id: string) => {
    const { error } = await end(id);
    if (!error) toast.success('The session has ended.');
    else if (!dispatch(sessionHasEnded(error))) toast.error(errorText(error, 'Error ending the session.'));
  };
  const signOutEverywhere = async () => {
    const { error } = await endAll();
    if (!error) {
      dispatch(leaveSession());
      toast.success('You are signed out everywhere.');
    }
    // If the session here has ended, the sessions elsewhere go on.
    else if (!dispatch(sessionHasEnded(error))) toast.error(errorText(error, 'Error ending the sessions.'));
  };

  return (
    <section className={styles.section} aria-label="Sessions">
      <h2>Where you are logged in</h2>
      <Query of={sessions} skeleton={<Skeleton height="120px" />} errorText="Error loading your sessions.">
        {({ data }) => (
          <>
            <ul className={styles.devices}>
              {byDevice(data).map(({ device, sessions: ofDevice, isHere }) => (
                <li key={device}>
                  <p className={styles.device}>
                    {/Android|iOS|iPadOS/.test(device) ? <Smartphone size={20} aria-hidden /> : <Laptop size={20} aria-hidden />}
                    <b>{device}</b> {isHere && <Badge tone="signal">This device</Badge>}
                  </p>
                  <ul className={styles.list}>
                    {ofDevice.map((session) => (
                      <li key={session.id}>
                        <p className="muted">
                          {session.current && ofDevice.length > 1 && <span>This session · </span>}
                          {session.place && <span>{session.place} · </span>}Last used {timeText(session.last_used_at)} · Since{' '}
                          {timeText(session.first_used_at)}
                        </p>
                        {!session.current && (
                          <Button
                            size="s"
                            busy={ending.isLoading && ending.originalArgs === session.id}
                            aria-label={`Sign out ${session.device}, last used ${timeText(session.last_used_at)}`}
                            onClick={() => void signOut(session.id)}
                          >
                            Sign out
                          </Button>
                        )}
                      </li>
                    ))}
                  </ul>
                </li>
              ))}
            </ul>
            <Button variant="danger" busy={endingAll.isLoading} onClick={() => void signOutEverywhere()}>
              Sign out everywhere
            </Button>
          </>
        )}
      </Query>
    </section>
  );
}

/** The sessions of each device, in the order in which they came; the device that asks stands first. */
function byDevice(sessions: readonly DeviceSessionView[]) {
  const devices = new Map<string, DeviceSessionView[]>();
  for (const session of sessions) devices.set(session.device, [...(devices.get(session.device) ?? []), session]);
  const groups = [...devices].map(([device, ofDevice]) => ({
    device,
    sessions: ofDevice,
    isHere: ofDevice.some(({ current }) => current),
  }));
  return [...groups.filter(({ isHere }) => isHere), ...groups.filter(({ isHere }) => !isHere)];
}
