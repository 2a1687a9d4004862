import { keeper } from '../prove/shop-process.ts';

/** The fields of a success that these programs read, whichever the call has. */
export interface Said {
  token: string;
  product: { id: string };
  imageUrls: string[];
  listing: { imageSet: { variants: unknown[] }[] };
  unfinished: number;
}

interface Question {
  token?: string;
  /** A form goes as it is, anything else as JSON. */
  body?: object;
}

/** Calls the API of the shop at `address`. Throws with what was refused. */
export async function ask(
  address: string,
  method: string,
  path: string,
  { token, body }: Question = {},
): Promise<Said> {
  const isForm = body instanceof FormData;
  const response = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      ...(token !== undefined && { Authorization: `Bearer ${token}` }),
      ...(body && !isForm && { 'Content-Type': 'application/json' }),
    },
    ...(body && { body: isForm ? body : JSON.stringify(body) }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${answer.message}`);
  return answer;
}

/** Answers the token of the shop's admin. */
export async function signInAsKeeper(address: string): Promise<string> {
  return (await ask(address, 'POST', '/auth', { body: { mode: 'signin', ...keeper } })).token;
}
