import type { StepUp } from '@shop/declare';

/**
 * What an act asks for beside a session (docs/product/sessions.md#what-an-act-asks-for). `stepUp` was confirmed in this session
 * within the last five minutes: the second factor of an account that has one, and with `factor-or-password` else the account's
 * password. `form`: the password that comes with the call itself, from everybody or from accounts without a factor.
 */
type Demand = { stepUp: StepUp; form?: 'password' | 'password-without-factor' };

export const ASKS = {
  copyOwnData: { stepUp: 'factor', form: 'password-without-factor' },
  deleteOwnAccount: { stepUp: 'factor', form: 'password-without-factor' },
  changeOwnPayout: { stepUp: 'factor-or-password' },
  changeOwnEmail: { stepUp: 'factor', form: 'password' },
  changeOwnPassword: { stepUp: 'factor', form: 'password' },
  changeOwnFactors: { stepUp: 'factor', form: 'password' },
  changeRole: { stepUp: 'factor' },
  changeOthersLogin: { stepUp: 'factor' },
  deleteAccount: { stepUp: 'factor' },
  changeOthersPayout: { stepUp: 'factor' },
  showCardNumber: { stepUp: 'factor' },
  recordPayout: { stepUp: 'factor' },
  takePayoutBack: { stepUp: 'factor' },
  giveMoneyBack: { stepUp: 'factor' },
  decideClaim: { stepUp: 'factor' },
  actOnDispute: { stepUp: 'factor' },
  payInBatches: { stepUp: 'factor' },
  putBackMessages: { stepUp: 'factor' },
} as const satisfies Record<string, Demand>;
