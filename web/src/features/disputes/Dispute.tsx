import { nanoid } from '@reduxjs/toolkit';
import { ACTIONS_WITH_PAPERS, EVIDENCE_PAPERS, type DisputeAction, type EvidencePaper } from '@shop/contracts/constants';
import { amountText, disputeText } from '@shop/contracts/disputes';
import { DisputeActForm } from '@shop/contracts/forms';
import { timeText } from '@shop/contracts/times';
import type { DisputeView } from '@shop/contracts/views';
import { FileText } from 'lucide-react';
import { useState, type ReactElement, type ReactNode } from 'react';
import { errorText } from '#lib/calls/api.ts';
import { saveUrl } from '#lib/files/save-file.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Fault } from '#ui/feedback/Fault.tsx';
import { Checkbox } from '#ui/form/Checkbox.tsx';
import { TextArea } from '#ui/form/TextField.tsx';
import { FormDialog } from '#ui/overlay/FormDialog.tsx';
import { useMay } from '../session/admin-role';
import { DueClock } from '#ui/display/DueClock.tsx';
import { useActOnDisputeMutation, useEvidenceMutation } from './disputes-api';
import { ACT_STATES, ACTIONS, PAPERS } from './dispute-words';
import styles from './Dispute.module.css';

/** A dispute at PayPal: what it says, what was sent, and a button for each act that PayPal links. */
export function Dispute({ dispute }: { dispute: DisputeView }) {
  const may = useMay();
  const [action, setAction] = useState<DisputeAction | null>(null);
  const {
    amountCents,
    currency,
    reason,
    stage,
    status,
    dueAt,
    outcome,
    frozen,
    back_cents: backCents,
    fee_cents: feeCents,
  } = dispute;
  return (
    <div className={styles.dispute}>
      <dl className={styles.facts}>
        <Fact name="Amount">{amountText(amountCents, currency)}</Fact>
        <Fact name="Reason">{disputeText(reason)}</Fact>
        <Fact name="Stage">{disputeText(stage)}</Fact>
        <Fact name="Status">{disputeText(status)}</Fact>
        {dueAt && (
          <Fact name="Answer">
            <DueClock dueAt={dueAt} />
          </Fact>
        )}
        {outcome && <Fact name="Outcome">{disputeText(outcome)}</Fact>}
        {backCents > 0 && <Fact name="Booked as given back">{amountText(backCents, 'USD')}</Fact>}
        {Boolean(feeCents) && <Fact name="PayPal’s fee, borne by the house">{amountText(feeCents, 'USD')}</Fact>}
        <Fact name="Tracks">{frozen ? 'On hold' : 'Not on hold'}</Fact>
      </dl>
      {may('changeMoney') && dispute.actions.length === 0 && <p className="muted">PayPal allows no act in it now.</p>}
      {may('changeMoney') && dispute.actions.length > 0 && (
        <div className={styles.acts} role="group" aria-label="What PayPal allows now">
          {dispute.actions.map((name) => (
            <Button
              key={name}
              dir="auto"
              variant={name === 'accept-claim' ? 'danger' : 'secondary'}
              onClick={() => setAction(name)}
            >
              {ACTIONS[name].name}
            </Button>
          ))}
        </div>
      )}
      {may('changeMoney') && dispute.evidence.length > 0 && <Papers dispute={dispute} />}
      <Lines title="Money at PayPal">
        {dispute.movements.map(({ kind, party, amountCents: cents, currency: inCurrency, at }, i) => (
          <li key={i}>
            {[disputeText(kind), disputeText(party), amountText(cents, inCurrency), at ? timeText(at) : '']
              .filter(Boolean)
              .join(' · ')}
          </li>
        ))}
      </Lines>
      <Lines title="Sent by the shop">
        {dispute.acts.map(({ id, action: name, at, state, failure, note }) => (
          <li key={id}>
            <p dir="auto">{`${timeText(at)} · ${ACTIONS[name].name}: ${failure ?? `${ACT_STATES[state]}.`}`}</p>
            <p className="muted" dir="auto">
              {note}
            </p>
          </li>
        ))}
      </Lines>
      {action && <Act dispute={dispute} action={action} onClose={() => setAction(null)} />}
    </div>
  );
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <dt dir="auto">{name}</dt>
    <dd>{children}</dd>
  </div>
);

function Lines({ title, children }: { title: string; children: ReactElement[] }) {
  if (children.length === 0) return null;
  return (
    <section>
      <h2 dir="auto">{title}</h2>
      <ul className={styles.lines}>{children}</ul>
    </section>
  );
}

const Papers = ({ dispute: { id, evidence } }: { dispute: DisputeView }) => (
  <section>
    <h2>Evidence</h2>
    <p className="muted">What would be sent now. Read it first.</p>
    <ul className={styles.lines}>
      {evidence.map((offer) => (
        <li key={offer.name}>
          <Paper disputeId={id} offer={offer} />
        </li>
      ))}
    </ul>
  </section>
);

/** A paper as it would be sent now, saved as a file to be read. */
function Paper({ disputeId, offer }: { disputeId: string; offer: DisputeView['evidence'][number] }) {
  const [draw, { isLoading }] = useEvidenceMutation();
  const { paper, productId, name } = offer;
  async function save() {
    const { data, error } = await draw({ disputeId, paper, productId });
    if (data) saveUrl(data.name, data.url);
    else toast.error(errorText(error, 'The paper could not be drawn.'));
  }
  return (
    <Button size="s" dir="auto" busy={isLoading} onClick={() => void save()}>
      <FileText size={16} aria-hidden /> {PAPERS[paper].name} <bdi className="muted">{name}</bdi>
    </Button>
  );
}

function Act({ dispute, action, onClose }: { dispute: DisputeView; action: DisputeAction; onClose: () => void }) {
  const [send, { isLoading }] = useActOnDisputeMutation();
  const offeredPapers = EVIDENCE_PAPERS.filter((paper) => dispute.evidence.some((offer) => offer.paper === paper));
  const [key] = useState(nanoid);
  const [note, setNote] = useState('');
  const [papers, setPapers] = useState<EvidencePaper[]>(ACTIONS_WITH_PAPERS.includes(action) ? offeredPapers : []);
  const [faults, setFaults] = useState<Record<string, string>>({});
  const { name, effect } = ACTIONS[action];

  async function submit() {
    const form = DisputeActForm.safeParse({ key, note, papers });
    if (!form.success)
      return setFaults(Object.fromEntries(form.error.issues.map(({ path, message }) => [String(path[0]), message])));
    const { data, error } = await send({ disputeId: dispute.id, action, ...form.data });
    if (error) return setFaults({ form: errorText(error, 'It could not be sent. Please look at the dispute again.') });
    const isKnown = data?.data.acts.at(-1)?.state === 'done';
    toast.success(isKnown ? 'Sent to PayPal' : 'Nobody knows yet whether PayPal has it. The shop looks for it.');
    onClose();
  }

  return (
    <FormDialog
      title={name}
      submit={name}
      variant={action === 'accept-claim' ? 'danger' : 'primary'}
      busy={isLoading}
      unsaved={note !== ''}
      onSubmit={() => void submit()}
      onClose={onClose}
    >
      <p>{effect}</p>
      <TextArea
        label={action === 'send-message' ? 'Message' : 'Note'}
        hint={action === 'send-message' ? 'The buyer reads it.' : 'PayPal reads it.'}
        rows={5}
        value={note}
        error={faults.note}
        onChange={({ target }) => setNote(target.value)}
      />
      {ACTIONS_WITH_PAPERS.includes(action) && (
        <fieldset className={styles.papers}>
          <legend>Papers</legend>
          {offeredPapers.map((paper) => (
            <Checkbox
              key={paper}
              label={`${PAPERS[paper].name}: ${PAPERS[paper].holds}`}
              checked={papers.includes(paper)}
              onChange={({ target }) => setPapers(target.checked ? [...papers, paper] : papers.filter((name) => name !== paper))}
            />
          ))}
        </fieldset>
      )}
      <Fault>{faults.papers ?? faults.form}</Fault>
    </FormDialog>
  );
}
