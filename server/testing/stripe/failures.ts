/** An error answer in Stripe's shape. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly error: {
    type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
    message: string;
    code?: string;
    param?: string;
    payment_intent?: unknown;
  };
  /** Whether the answer is kept for the idempotency key. Wrong parameters are found before anything happens, so their answer is not. */
  readonly isKept: boolean;

  constructor(status: number, error: StripeFailure['error'], isKept = true) {
    super(error.message);
    this.status = status;
    this.error = error;
    this.isKept = isKept;
  }
}

export const wrongParameter = (param: string, message: string, code = 'parameter_invalid') =>
  new StripeFailure(400, { type: 'invalid_request_error', code, param, message }, false);

export const missingResource = (kind: string, id: string) =>
  new StripeFailure(404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param: 'id',
    message: `No such ${kind}: '${id}'`,
  });

export const internalError = () => new StripeFailure(500, { type: 'api_error', message: 'An unknown error occurred.' });

/** The answer to something that this account, payment or currency can never do. */
export const refusedForGood = () =>
  new StripeFailure(
    400,
    { type: 'invalid_request_error', code: 'not_allowed', message: 'This cannot be done.' },
    false,
  );

export const tooManyRequests = () =>
  new StripeFailure(
    429,
    { type: 'invalid_request_error', code: 'rate_limit', message: 'Too many requests hit the API too quickly.' },
    false,
  );

/** The answer to a key that is unknown (401) or that may not make this call (403). */
export const keyRefused = (status: 401 | 403) =>
  new StripeFailure(
    status,
    {
      type: 'invalid_request_error',
      message:
        status === 401 ? 'Invalid API Key provided' : 'The provided key does not have the required permissions here.',
    },
    false,
  );
