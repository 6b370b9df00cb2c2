/**
 * Loaded into a process before its program. SIGUSR2 sets the process's clock forward by CLOCK_JUMP_MS (milliseconds, may be
 * negative); the next SIGUSR2 sets it back.
 */
const jumpMs = Number(process.env.CLOCK_JUMP_MS);
const RealDate = Date;
let aheadMs = 0;
const now = () => RealDate.now() + aheadMs;

globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
  apply: () => new RealDate(now()).toString(),
  get: (target, name, receiver) => (name === 'now' ? now : Reflect.get(target, name, receiver)),
});
process.on('SIGUSR2', () => {
  aheadMs = aheadMs === 0 ? jumpMs : 0;
});
