import { ServiceUnavailable } from '../failures.ts';

/** Limits how many connections are in use at a time. The other callers wait in the order in which they came. */
export interface ConnectionQueue {
  /** Resolves when a slot is free. Throws ServiceUnavailable if the server shows no activity or the wait is too long. */
  acquire(): Promise<void>;
  /** Frees a slot; called once for each `acquire` that resolved. */
  release(): void;
  /** Reports that the server did something: it is alive. */
  recordActivity(): void;
  /** Whether activity was reported since `time`, which is a value of `performance.now()`. */
  wasActiveSince(time: number): boolean;
}

export interface ConnectionQueueOptions {
  /**
   * After this many milliseconds without activity the server counts as dead, and waiting callers fail. The time for the answer to a
   * probe is included.
   */
  inactivityTimeout: number;
  /** Milliseconds after which a caller fails even if the server is active. */
  maxWait: number;
  /** Checks whether the server is alive. May be called several times, when half of `inactivityTimeout` has passed. */
  probe(): void;
}

/** Returns a queue for `slots` connections. Its callers wait while the server is busy, and fail soon if the server is dead. */
export function createConnectionQueue(
  slots: number,
  { inactivityTimeout, maxWait, probe }: ConnectionQueueOptions,
): ConnectionQueue {
  /** Milliseconds without activity before the server is probed, and again as many for its reaction. */
  const grace = inactivityTimeout / 2;
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
    let probedAt = Number.NEGATIVE_INFINITY;
    const check = (isSecondCheck: boolean) => {
      const now = performance.now();
      const checkIn = (delay: number, second = false) => {
        timer = setTimeout(check, Math.max(1, Math.min(delay, maxWait - (now - since))), second);
      };
      const isLate = now - since >= maxWait;
      const inactive = now - Math.max(since, lastActivity);
      if (!isLate && inactive < grace) return checkIn(grace - inactive);
      // If the probe was long ago, this process or the machine was paused since then, so a missing reaction proves nothing.
      const isProbed = lastActivity < probedAt && now - probedAt < inactivityTimeout;
      if (!isLate && !isProbed) {
        probe();
        probedAt = now;
        return checkIn(grace);
      }
      // After a blocked event loop, timers run before sockets are read. The second check sees activity that was waiting there.
      return isSecondCheck ? waiter.fail() : checkIn(1, true);
    };
    let timer = setTimeout(check, grace, false);
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
