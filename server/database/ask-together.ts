/**
 * One question for all who come while the one before is under way: nobody gets an answer that was asked for before they
 * came, and however many ask, the database is asked one thing at a time.
 */
export function askTogether<Answer>(ask: () => Promise<Answer>): () => Promise<Answer> {
  let underway: Promise<Answer> | null = null;
  let next: Promise<Answer> | null = null;

  function begin(): Promise<Answer> {
    next = null;
    const asking = ask();
    const end = () => {
      if (underway === asking) underway = null;
    };
    underway = asking;
    asking.then(end, end);
    return asking;
  }

  return () => {
    if (!underway) return begin();
    next ??= underway.then(begin, begin);
    return next;
  };
}
