import { ServiceUnavailable } from '../failures.ts';

/** Limits how many connections are in use at a time. The other callers wait in the order in which they came. */
export interface ConnectionQueue {
  /** Resolves when a slot is free. Throws ServiceUnavailable if the server shows no activity or the wait is too long. */
  acquire(): Promise<void>;
  /** Frees a slot; called once for each `acquire` that resolved. */
  release(): void;
  /** Reports that the server did something: it is alive. */
  recordActivity(): void;
  /** Whether activity was reported since then, by `performance.now()`. */
  wasActiveSince(time: number): boolean;
}

export interface ConnectionQueueOptions {
  /** Milliseconds without any activity after which the server counts as dead and waiting callers fail. */
  inactivityTimeout: number;
  /** Milliseconds after which a caller fails even if the server is active. */
  maxWait: number;
  /** Checks whether the server is alive. Called, maybe several times, when half of `inactivityTimeout` has passed. */
  probe(): void;
}

/** Callers of a busy server wait as long as it is at work. Callers of a dead server fail soon. */
export function createConnectionQueue(
  slots: number,
  { inactivityTimeout, maxWait, probe }: ConnectionQueueOptions,
): ConnectionQueue {
  const waiters = new Set<Waiter>();
  let free = slots;
  let lastActivity = 0;

  const wait = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const since = performance.now();
    const end = () => {
      clearTimeout(timer);
      waiters.delete(waiter);
    };
    const waiter: Waiter = {
      admit() {
        end();
        resolve();
      },
      fail() {
        end();
        reject(new ServiceUnavailable('no database connection is available'));
      },
    };
    const check = (isSecondCheck: boolean) => {
      const now = performance.now();
      const inactive = now - Math.max(since, lastActivity);
      const left = Math.min(inactivityTimeout - inactive, maxWait - (now - since));
      if (left <= 0 && isSecondCheck) return waiter.fail();
      const needsProbe = inactive >= inactivityTimeout / 2;
      if (needsProbe) probe();
      // After a blocked event loop, timers run before sockets are read. The second check sees activity that was waiting there.
      timer = setTimeout(check, Math.max(1, needsProbe ? left : left - inactivityTimeout / 2), left <= 0);
    };
    let timer = setTimeout(check, inactivityTimeout / 2, false);
    waiters.add(waiter);
    return promise;
  };

  return {
    async acquire() {
      if (free === 0) return wait();
      free -= 1;
    },
    release() {
      // The server was inactive for too long, so a connection to it would be of no use to the next caller either.
      if (performance.now() - lastActivity >= inactivityTimeout) for (const waiter of waiters) waiter.fail();
      const [next] = waiters;
      if (next) next.admit();
      else free += 1;
    },
    recordActivity() {
      lastActivity = performance.now();
    },
    wasActiveSince: (time) => lastActivity >= time,
  };
}

interface Waiter {
  admit(): void;
  fail(): void;
}
