import { readFile } from 'node:fs/promises';
import { runCommand } from '../run-command';

/** A process: its command line, and the number of its parent. */
type ProcessFacts = { command: string; parent: number };
export type Describe = (pid: number) => Promise<ProcessFacts | null>;
export type Machine = { platform: NodeJS.Platform; run: typeof runCommand };

const PATIENCE_MS = 30_000;

/** @returns the process as its system describes it; null when it does not */
export async function describeProcess(
  pid: number,
  { platform, run }: Machine = { platform: process.platform, run: runCommand },
): Promise<ProcessFacts | null> {
  if (platform === 'linux') return inProc(pid);
  const [program, args] = platform === 'win32' ? byPowerShell(pid) : byPs(pid);
  const { code, output } = await run(program, args, { timeoutMs: PATIENCE_MS });
  const { parent, command } =
    (platform === 'win32' ? fromPowerShell(output) : /^\s*(?<parent>\d+) +(?<command>\S.*)/m.exec(output)?.groups) ?? {};
  return code === 0 && command ? { command, parent: Number(parent) } : null;
}

async function inProc(pid: number): Promise<ProcessFacts | null> {
  try {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    return { command, parent: Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) };
  } catch {
    return null;
  }
}

const byPs = (pid: number): [string, string[]] => ['ps', ['-ww', '-o', 'ppid=,command=', '-p', String(pid)]];

/**
 * Says the parent, the name and the command line, in UTF-8, because the path of a cluster may hold any letter. Windows shows the
 * command line of a service's process to administrators alone.
 */
function byPowerShell(pid: number): [string, string[]] {
  const script = `$ProgressPreference = 'SilentlyContinue'; [Console]::OutputEncoding = [Text.Encoding]::UTF8;
    Get-CimInstance Win32_Process -Filter 'ProcessId=${pid}' |
      ForEach-Object { [Console]::Out.Write([string]$_.ParentProcessId + '|' + $_.Name + '|' + $_.CommandLine) }`;
  return ['powershell.exe', ['-NoProfile', '-NonInteractive', '-Command', script.replace(/\s*\n\s*/g, ' ')]];
}

/** The name of another program says enough of it; a Postgres is only described by its command line. */
function fromPowerShell(output: string): { parent?: string; command?: string } {
  const [, parent, name, line] = /^\s*(\d+)\|([^|]+)\|(.*)/m.exec(output) ?? [];
  return { parent, command: line || (name === 'postgres.exe' ? undefined : name) };
}
