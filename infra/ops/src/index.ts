export { runCommand } from './commands/commands';
export type { Reach } from './commands/command';
export { withIdentity } from './commands/accounts';
export type { KeyName, Ring } from './keys/keys';
export { SERVICES, type Doors } from './services';
export { madeUpPassword } from './commands/accounts';
