import { Check as Tick, CloudOff, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { isApiError } from '#lib/calls/api.ts';
import { Button } from '#ui/action/Button.tsx';
import { Spinner } from '#ui/action/Spinner.tsx';
import type { Check } from '../api/certificate-checks';
import { Unreachable } from '../api/sales-log';
import { Refuted } from '../api/tiles';
import styles from './Proof.module.css';

type Result = { kind: 'passed' | 'failed' | 'open'; text: string };

const OPEN = 'The shop could not be reached, so this is not known.';

async function resultOf(check: Check): Promise<Result> {
  try {
    return { kind: 'passed', text: await check.run() };
  } catch (error) {
    if (error instanceof Refuted) return { kind: 'failed', text: error.message };
    if (isApiError(error) && error.status === 404) return { kind: 'failed', text: 'The shop has no proof of it.' };
    if (error instanceof Unreachable || isApiError(error)) return { kind: 'open', text: OPEN };
    return { kind: 'failed', text: 'What the shop sent could not be read.' };
  }
}

function summaryOf(results: readonly Result[], all: number): string {
  if (results.length < all) return `Checking ${results.length + 1} of ${all}…`;
  const failures = results.filter(({ kind }) => kind === 'failed').length;
  if (failures > 0) return `${failures} of ${all} checks failed.`;
  if (results.some(({ kind }) => kind === 'open')) return 'Not everything could be checked.';
  return `All ${all} checks passed.`;
}

const ICONS = {
  passed: <Tick size={20} aria-hidden />,
  failed: <X size={20} aria-hidden />,
  open: <CloudOff size={20} aria-hidden />,
};
const WORDS = { passed: 'Passed', failed: 'Failed', open: 'Not known' };

/** Makes the checks one after the other and shows what each has found. `checks` must stay the same while they run. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const [round, setRound] = useState(0);
  return <Round key={round} checks={checks} onAgain={() => setRound(round + 1)} />;
}

function Round({ checks, onAgain }: { checks: readonly Check[]; onAgain: () => void }) {
  const [results, setResults] = useState<readonly Result[]>([]);
  useEffect(() => {
    let isStopped = false;
    const run = async () => {
      const results: Result[] = [];
      for (const check of checks) {
        results.push(await resultOf(check));
        if (isStopped) return;
        setResults([...results]);
      }
    };
    void run();
    return () => {
      isStopped = true;
    };
  }, [checks]);
  return (
    <>
      <ol className={styles.checks}>
        {checks.map(({ name, meaning }, at) => {
          const result = results[at];
          return (
            <li key={name} data-result={result?.kind}>
              {result ? (
                ICONS[result.kind]
              ) : at === results.length ? (
                <Spinner />
              ) : (
                <span className={styles.waiting} aria-hidden />
              )}
              <div>
                <h3>
                  <span dir="auto">{name}</span>
                  {result && <span className="visually-hidden">{WORDS[result.kind]}</span>}
                </h3>
                {result && <p>{result.text}</p>}
                {result?.kind === 'failed' && <p>{meaning}</p>}
              </div>
            </li>
          );
        })}
      </ol>
      <p role="status" className="muted">
        {summaryOf(results, checks.length)}
      </p>
      {results.length === checks.length && results.some(({ kind }) => kind !== 'passed') && (
        <p>
          <Button size="s" onClick={onAgain}>
            Check again
          </Button>
        </p>
      )}
    </>
  );
}
