import { CURRENCIES, hasDecimals, type Money } from '../money';
import { invalid, missing, unprocessable } from './problems';

/** Checks an amount. @throws PaypalProblem when it is not money, has too many decimals, or is in another currency than `currency`. */
export function checkMoney(money: Partial<Money> | null | undefined, at: string, currency?: string): Money {
  if (!money?.currency_code) throw missing(`${at}/currency_code`);
  if (!money.value) throw missing(`${at}/value`);
  const { value, currency_code: code } = money;
  if (typeof value !== 'string' || value.length > 32 || !/^((-?[0-9]+)|(-?([0-9]+)?[.][0-9]+))$/.test(value)) {
    throw invalid('INVALID_PARAMETER_SYNTAX', 'The value of a field does not conform to the expected format.', {
      field: `${at}/value`,
      value,
    });
  }
  if (!CURRENCIES.has(code))
    throw unprocessable('CURRENCY_NOT_SUPPORTED', 'Currency code is not supported.', {
      field: `${at}/currency_code`,
      value: code,
    });
  if (currency && code !== currency)
    throw unprocessable('CURRENCY_MISMATCH', 'All amounts must be in the same currency.', {
      field: `${at}/currency_code`,
      value: code,
    });
  if (!hasDecimals(code) && value.includes('.'))
    throw unprocessable('DECIMALS_NOT_SUPPORTED', 'Currency does not support decimals.', { field: `${at}/value`, value });
  if (/\.\d{3,}$/.test(value))
    throw unprocessable(
      'DECIMAL_PRECISION',
      'If the currency supports decimals, only two decimal place precision is supported.',
      { field: `${at}/value`, value },
    );
  if (value.startsWith('-'))
    throw unprocessable('CANNOT_BE_NEGATIVE', 'Must be greater than or equal to zero.', { field: `${at}/value`, value });
  return { currency_code: code, value };
}

/** Checks an optional text. @throws PaypalProblem when the text is empty or too long. */
export function checkText(value: unknown, field: string, longest: number) {
  if (value === undefined || value === null) return;
  if (typeof value !== 'string' || value.length === 0 || value.length > longest) {
    throw invalid('INVALID_STRING_LENGTH', 'The value of a field is either too short or too long.', { field, value });
  }
}
