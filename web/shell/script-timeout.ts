/** Milliseconds until a script that has not arrived counts as failed. */
const scriptTimeout = 120_000;

/** Rejects if `loading` is not settled within 120 seconds. */
export async function withinScriptTimeout<Loaded>(loading: Promise<Loaded>): Promise<Loaded> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Script load timeout')), scriptTimeout);
  });
  try {
    return await Promise.race([loading, tooLate]);
  } finally {
    clearTimeout(timer);
  }
}
