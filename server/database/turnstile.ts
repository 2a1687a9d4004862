import { DatabaseAway } from './failures.ts';

/** Lets so many in at a time, and the others in the order in which they came. */
export interface Turnstile {
  /** Answers when there is a place. Throws DatabaseAway where waiting has become hopeless. */
  enter(): Promise<void>;
  /** Whoever was let in gives the place back, once. */
  leave(): void;
  /** What is behind the door has done something. */
  signOfLife(): void;
}

export interface Patience {
  /** Without any sign of life for so long, what is behind the door has stopped. Milliseconds. */
  stalled: number;
  /** However much is going on. Milliseconds. */
  longest: number;
  /** Called when half of `stalled` has gone by in silence, maybe several times: asks for a sign of life. */
  knock(): void;
}

/** Behind a busy server one waits as long as it is at work; behind a dead one only until that is plain. */
export function createTurnstile(places: number, { stalled, longest, knock }: Patience): Turnstile {
  const waiting = new Set<Waiter>();
  let free = places;
  let lastSign = 0;

  const wait = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const since = performance.now();
    const end = () => {
      clearTimeout(timer);
      waiting.delete(waiter);
    };
    const waiter: Waiter = {
      letIn() {
        end();
        resolve();
      },
      sendAway() {
        end();
        reject(new DatabaseAway('no connection is to be had'));
      },
    };
    const look = (isSecondLook: boolean) => {
      const now = performance.now();
      const silence = now - Math.max(since, lastSign);
      const left = Math.min(stalled - silence, longest - (now - since));
      if (left <= 0 && isSecondLook) return waiter.sendAway();
      const isSilent = silence >= stalled / 2;
      if (isSilent) knock();
      // In a process that was held up, timers come before what has long arrived at its sockets: one turn more.
      timer = setTimeout(look, Math.max(1, isSilent ? left : left - stalled / 2), left <= 0);
    };
    let timer = setTimeout(look, stalled / 2, false);
    waiting.add(waiter);
    return promise;
  };

  return {
    async enter() {
      if (free === 0) return wait();
      free -= 1;
    },
    leave() {
      // Whoever leaves a dead server has learnt it for all who wait.
      if (performance.now() - lastSign >= stalled) for (const waiter of waiting) waiter.sendAway();
      const [next] = waiting;
      if (next) next.letIn();
      else free += 1;
    },
    signOfLife() {
      lastSign = performance.now();
    },
  };
}

interface Waiter {
  letIn(): void;
  sendAway(): void;
}
