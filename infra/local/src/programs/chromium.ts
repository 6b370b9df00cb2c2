import { findProgram, isExecutable, runCommand, type Log } from '../run-command';
import { aptCommand, aptInstall, mayInstall } from './apt';

type Chromium = { path: string } | { missing: string };

/** Debian's package of Chromium without windows. It takes a quarter less CPU for a journey than a whole browser. */
const SHELL = 'chromium-headless-shell';
const names = [SHELL, 'chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const onPath = () => names.map((name) => findProgram(name)).find(Boolean);

/** Whether a browser starts. A browser without its libraries exists and yet cannot start, so it is asked for its version. */
const runs = async (path: string) =>
  isExecutable(path) && (await runCommand(path, ['--version'], { timeoutMs: 20_000 })).code === 0;

async function playwrights(): Promise<string> {
  const { chromium } = await import('@playwright/test');
  return chromium.executablePath();
}

/**
 * Finds a Chromium for the journeys: `CHROMIUM_PATH`, the PATH (the one without windows first), or Playwright's own. With
 * `install`, it also tries apt-get for the one without windows (only where `mayInstall` allows it), and else Playwright's download.
 */
export async function findChromium({
  install = false,
  log = () => {},
}: { install?: boolean; log?: Log } = {}): Promise<Chromium> {
  const configuredPath = process.env.CHROMIUM_PATH;
  if (configuredPath)
    return (await runs(configuredPath))
      ? { path: configuredPath }
      : { missing: `CHROMIUM_PATH names ${configuredPath}, which does not run` };
  if (install && mayInstall() && !findProgram(SHELL)) {
    const refusal = await aptInstall(SHELL, log);
    if (refusal) log(`apt-get: ${refusal}`);
  }
  const foundPath = onPath();
  if (foundPath && (await runs(foundPath))) return { path: foundPath };
  const playwrightPath = await playwrights();
  if (await runs(playwrightPath)) return { path: playwrightPath };

  if (install) {
    log('Downloading Chromium for Playwright (npm test -- --no-install does without) …');
    await runCommand(process.execPath, [require.resolve('@playwright/test/cli'), 'install', 'chromium'], { timeoutMs: 180_000 });
    if (await runs(playwrightPath)) return { path: playwrightPath };
    const refusal = mayInstall() ? await aptInstall('chromium', log) : undefined;
    if (refusal) log(`apt-get: ${refusal}`);
    const installedPath = onPath();
    if (installedPath && (await runs(installedPath))) return { path: installedPath };
  }
  return { missing: `no Chromium found; install one: ${aptCommand(SHELL)}, or npx playwright install --with-deps chromium` };
}
