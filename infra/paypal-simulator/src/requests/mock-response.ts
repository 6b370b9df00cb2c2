import { forbidden, internalError, invalid, notFound, type PaypalProblem, unprocessable } from './problems';

const NOT_UNPROCESSABLE: Record<string, (code: string) => PaypalProblem> = {
  INTERNAL_SERVER_ERROR: internalError,
  INTERNAL_SERVICE_ERROR: internalError,
  INVALID_RESOURCE_ID: notFound,
  PERMISSION_DENIED: (code) => forbidden(code, 'You do not have permission to access or perform operations on this resource.'),
  CONSENT_NEEDED: (code) => forbidden(code, 'Authorization failed due to insufficient permissions.'),
  MISSING_REQUIRED_PARAMETER: (code) => invalid(code, 'A required field / parameter is missing.'),
  INVALID_PARAMETER_SYNTAX: (code) => invalid(code, 'The value of a field does not conform to the expected format.'),
};

/** PayPal's negative testing: `PayPal-Mock-Response: {"mock_application_codes":"INSTRUMENT_DECLINED"}` on the server's own call. */
export function mockedProblem(header: string | undefined): PaypalProblem | undefined {
  if (!header) return undefined;
  let code: unknown;
  try {
    code = (JSON.parse(header) as { mock_application_codes?: unknown }).mock_application_codes;
  } catch {
    return invalid('INVALID_PARAMETER_SYNTAX', 'The PayPal-Mock-Response header is not JSON.');
  }
  if (Array.isArray(code)) code = code[0];
  if (typeof code !== 'string') return invalid('MISSING_REQUIRED_PARAMETER', 'mock_application_codes is missing.');
  return (NOT_UNPROCESSABLE[code] ?? ((issue) => unprocessable(issue, `Mocked by request: ${issue}.`)))(code);
}
