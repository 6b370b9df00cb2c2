export type Money = { currency_code: string; value: string };

const WITHOUT_DECIMALS = new Set(['HUF', 'JPY', 'TWD']);

/** The currencies PayPal lists for Orders v2. */
export const CURRENCIES = new Set(
  'AUD BRL CAD CHF CNY CZK DKK EUR GBP HKD HUF ILS JPY MXN MYR NOK NZD PHP PLN SEK SGD THB TWD USD'.split(' '),
);

export const hasDecimals = (currency: string) => !WITHOUT_DECIMALS.has(currency);

/** An amount in cents, or in whole units for currencies without decimals; a missing amount counts as zero. */
export const toMinor = (money?: Money) =>
  money ? Math.round(Number(money.value) * (hasDecimals(money.currency_code) ? 100 : 1)) : 0;

export const fromMinor = (currency: string, minor: number): Money => ({
  currency_code: currency,
  value: hasDecimals(currency) ? (minor / 100).toFixed(2) : String(minor),
});
