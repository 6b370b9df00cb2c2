import { createAdmin, erase, reinstate, resetFactor, suspend } from './accounts';
import { backup, restore } from './backup';
import type { Invocation, Command } from './command';
import { checkInvariants } from './check-invariants';
import { doctor } from './doctor';
import { putBack, recheckPayment, emitAgain, rebuildSearch } from './service-operations';
import { rotateKey } from './rotate-key';
import { verify } from './verify';

export const COMMANDS: Record<string, Command> = {
  check: {
    usage: '[--json] [--only <invariant>] [--grace <seconds>] [--hashes]',
    says: 'compares what the services know; 1 when something is wrong',
    run: checkInvariants,
  },
  doctor: { usage: '', says: 'says what is wrong with the configuration; 1 when anything is', run: doctor },
  verify: {
    usage: '[--head <file>]',
    says: 'reads the seals of audit log and ledger again, and the sales log, also against a checkpoint of before; prints the last ones',
    run: verify,
  },
  'put-back': {
    usage: '--service <service> [--reaction <name>]',
    says: 'has parked messages tried again, all or those of one reaction',
    run: putBack,
  },
  'say-again': {
    usage: '--service identity|catalog|orders|sellers',
    says: 'has a service say its facts once more, for copies that others have lost',
    run: emitAgain,
  },
  'rebuild-search': {
    usage: '',
    says: 'has catalog read the whole list into its search again, while the old index is searched',
    run: rebuildSearch,
  },
  'recheck-payment': {
    usage: '--order <number>',
    says: 'asks PayPal now what became of the payment of an order that is not paid',
    run: recheckPayment,
  },
  backup: {
    usage: '--to <folder> [--keep <number>]',
    says: 'copies databases and objects, also while the shop runs; the newest seven are kept, or as many as it says',
    run: backup,
  },
  restore: {
    usage: '--from <folder> --sure [--queues-empty]',
    says: 'puts a backup in place of what a stopped shop has; with AMQP_URL its queues must be empty',
    run: restore,
  },
  'rotate-key': {
    usage:
      '--key CARD_KEY|FACTOR_KEY|DOWNLOAD_KEY|CERTIFICATE_KEY|DELIVERY_KEY|INTERNAL_JWT|OPS_TOKEN --step add|promote|reseal|retire',
    says: 'changes a key while the shop runs, step by step',
    run: rotateKey,
  },
  'create-admin': {
    usage: '--email … [--role owner|catalogue|support|finance|viewer]',
    says: 'a new admin, or the account of that address made one',
    run: createAdmin,
  },
  suspend: {
    usage: '--email … --reason …',
    says: 'nobody logs in with the account until it is reinstated',
    run: suspend,
  },
  reinstate: { usage: '--email …', says: 'a suspended account may log in again', run: reinstate },
  erase: {
    usage: '--email … --sure',
    says: 'erases a person for good, in every service; their purchases stay without a name',
    run: erase,
  },
  'reset-factor': { usage: '--email …', says: 'takes every second factor and recovery code away', run: resetFactor },
};

export const usage = () =>
  ['npm run ops -- <command>', ...Object.entries(COMMANDS).map(([name, { says }]) => `  ${name.padEnd(15)} ${says}`)].join('\n');

const usageOf = (name: string, { usage: behind, says }: Command) => `npm run ops -- ${name} ${behind}`.trimEnd() + `\n  ${says}`;

/**
 * Runs the command that the arguments name; `--help` prints the commands.
 * @returns the exit code
 * @throws Error in a sentence
 */
export async function runCommand([name, ...args]: string[], { reach, say, terminal }: Omit<Invocation, 'args'>): Promise<number> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === undefined || !command) {
    say(usage());
    return name === '--help' ? 0 : 1;
  }
  if (args.includes('--help')) {
    say(usageOf(name, command));
    return 0;
  }
  return command.run({ reach, args, say, terminal });
}
