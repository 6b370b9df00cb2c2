import { UNSAFE_FINDINGS, OWNERS_FINDINGS, type FindingCode } from '@shop/contracts/constants';
import type { PackageFinding, PackageView } from '@shop/contracts/views';
import { useState, type JSX, type ReactNode } from 'react';
import { useMay } from '#features/session/admin-role.ts';
import { errorText } from '#lib/calls/api.ts';
import { fileSize } from '#lib/files/chosen-file.ts';
import { minutesOf } from '#lib/time/minutes.ts';
import { toast } from '#lib/toast.ts';
import { Button } from '#ui/action/Button.tsx';
import { Query } from '#ui/feedback/Query.tsx';
import { RowBoundary } from '#ui/feedback/RowBoundary.tsx';
import { Dialog } from '#ui/overlay/Dialog.tsx';
import { useOverruleFindingMutation, useReviewedPackageQuery } from '../api/admin-packages-api';
import { PackageDrawing, soundsOf } from '../public/PackageDrawing';
import { PackageReport } from '../public/PackageReport';
import styles from '../public/Packages.module.css';
import { KnownRecordings } from './KnownRecordings';
import { useMixer } from './use-mixer';

/** A dialog that asks for a reason, which `recipient` reads; `onReason` answers whether it is sent. */
type AsksReason = (question: {
  title: string;
  place: string;
  recipient: string;
  missing: string;
  action: string;
  onReason: (reason: string) => Promise<boolean>;
  onClose: () => void;
  children: ReactNode;
}) => JSX.Element;
type PackageProps = { id: number; trackName: string; ReasonDialog: AsksReason; onClose: () => void };

/** What a reviewer sees of a package: what the check found, drawn and in words, and its files; the sounds play in place. */
export function AdminPackage({ id, trackName, ReasonDialog, onClose }: PackageProps) {
  const packageQuery = useReviewedPackageQuery(id, { refetchOnMountOrArgChange: true });
  return (
    <Dialog title={`Files of ${trackName}`} open onOpenChange={onClose} wide>
      <Query of={packageQuery} skeleton={<p className="muted">Loading…</p>} errorText="Failed to load the package">
        {({ data }) => (
          <div className={styles.package}>
            {data.report && data.state !== 'checking' ? (
              <Report of={data} report={data.report} ReasonDialog={ReasonDialog} />
            ) : (
              <p className="muted">The files are being checked again.</p>
            )}
            {data.report?.findings.some(({ code }) => COMPARED.has(code)) && <KnownRecordings packageId={id} />}
            <Sounds of={data} />
            <h3 className={styles.heading}>
              {data.files.length} files · {fileSize(data.sizeBytes)}
            </h3>
            <ul className={styles.whole} aria-label="Files">
              {data.files.map(({ id: fileId, path, role, sizeBytes, seconds }) => (
                <RowBoundary key={fileId}>
                  <li>
                    <span className={styles.path} dir="auto">
                      {path}
                    </span>
                    <span className={`mono ${styles.facts}`}>
                      {role} · {fileSize(sizeBytes)}
                      {seconds !== undefined && ` · ${minutesOf(seconds)}`}
                    </span>
                  </li>
                </RowBoundary>
              ))}
            </ul>
          </div>
        )}
      </Query>
    </Dialog>
  );
}

/** The findings that another recording has caused. */
const COMPARED = new Set(['known-recording', 'similar-recording']);

type ReportProps = { of: PackageView; report: NonNullable<PackageView['report']>; ReasonDialog: AsksReason };

/** The report; a reviewer lets a fail stand, with a reason. */
function Report({ of: { id }, report, ReasonDialog }: ReportProps) {
  const may = useMay();
  const [overrule] = useOverruleFindingMutation();
  const [selection, setSelection] = useState<PackageFinding | null>(null);
  const mayOverrule = ({ code, level, overruled }: PackageFinding) =>
    level === 'fail' &&
    !overruled &&
    !isIn(UNSAFE_FINDINGS, code) &&
    may(isIn(OWNERS_FINDINGS, code) ? 'ownTheShop' : 'changeCatalogue');
  return (
    <>
      <PackageReport
        report={report}
        packageId={id}
        reviewed
        actsOn={(finding) =>
          mayOverrule(finding) && (
            <Button size="s" aria-label={`Overrule: ${finding.text}`} onClick={() => setSelection(finding)}>
              Overrule
            </Button>
          )
        }
      />
      {selection && (
        <ReasonDialog
          title="Overrule a finding"
          place={`overrule ${id} ${selection.code} ${selection.file ?? ''}`}
          recipient="everybody who reads the report, and to the audit log,"
          missing="Please say why this may stand"
          action="Overrule"
          onReason={async (reason) => {
            const { code, file } = selection;
            const { error } = await overrule({ id, code, reason, ...(file !== undefined && { file }) });
            if (error) toast.error(errorText(error, 'The finding was not overruled. Please try again.'));
            else {
              toast.success('The finding is overruled');
              setSelection(null);
            }
            return !error;
          }}
          onClose={() => setSelection(null)}
        >
          <span dir="auto">{selection.text}</span>
        </ReasonDialog>
      )}
    </>
  );
}

const isIn = (codes: readonly FindingCode[], code: FindingCode) => codes.includes(code);

/** Master, unmastered and stems on one time line; each is heard in turn, or the stems together, from the same second. */
function Sounds({ of: { id, files, report } }: { of: PackageView }) {
  const may = useMay();
  const mixer = useMixer(id, (error) => toast.error(errorText(error, 'The file was not loaded. Please try again.')));
  const sounds = soundsOf(files);
  const stems = sounds.filter(({ role }) => role === 'stem').map(({ id: fileId }) => fileId);
  const longest = Math.max(...sounds.map(({ seconds = 0 }) => seconds), 0);
  const mayHear = may('changeCatalogue');
  const isHeard = (ids: readonly number[]) => ids.length === mixer.heard.length && ids.every((id) => mixer.heard.includes(id));
  const toggle = (ids: readonly number[]) => (isHeard(ids) ? mixer.stop() : void mixer.play(ids));
  return (
    <>
      <PackageDrawing
        files={files}
        findings={report?.findings ?? []}
        {...(mayHear && {
          atSeconds: mixer.seconds,
          onSecond: mixer.seek,
          actsOn: ({ id: fileId, path }) => (
            <Button
              size="s"
              disabled={mixer.isLoading}
              aria-label={`${isHeard([fileId]) ? 'Stop' : 'Play'} ${path}`}
              onClick={() => toggle([fileId])}
            >
              {isHeard([fileId]) ? 'Stop' : 'Play'}
            </Button>
          ),
        })}
      />
      {mayHear && longest > 0 && (
        <div className={styles.mixer}>
          {stems.length > 1 && (
            <Button size="s" busy={mixer.isLoading} onClick={() => toggle(stems)}>
              {isHeard(stems) ? 'Stop' : 'Play all stems together'}
            </Button>
          )}
          <input
            type="range"
            aria-label="Second"
            aria-valuetext={minutesOf(mixer.seconds)}
            min={0}
            max={Math.floor(longest)}
            step={1}
            value={Math.floor(mixer.seconds)}
            onChange={({ target }) => mixer.seek(Number(target.value))}
          />
          <span className="mono">
            {minutesOf(mixer.seconds)} / {minutesOf(longest)}
          </span>
        </div>
      )}
    </>
  );
}
