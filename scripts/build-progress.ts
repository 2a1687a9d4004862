import type { Plugin } from 'vite';

/** A message of a program of the build: the step that it begins. */
interface Step {
  step: string;
}

export function isStep(message: unknown): message is Step {
  return typeof message === 'object' && message !== null && 'step' in message && typeof message.step === 'string';
}

export interface Progress {
  step(name: string): void;
  /** `done`: what has been done; its duration is added. */
  end(done?: string): void;
}

/** Shows which step of the build runs: a live line with seconds in a terminal, a line for each step elsewhere. */
export function showProgress(steps: readonly string[]): Progress {
  const started = performance.now();
  const seconds = () => `${Math.round((performance.now() - started) / 1_000)} s`;
  const isTerminal = process.stdout.isTTY === true;
  let line = 'Building the shop';
  const show = () => process.stdout.write(`\r\u001B[2K${line} … ${seconds()}`);
  const timer = isTerminal ? setInterval(show, 1_000) : null;
  return {
    step(name) {
      line = `Building the shop: ${name} (${steps.indexOf(name) + 1} of ${steps.length})`;
      if (isTerminal) show();
      else console.log(line);
    },
    end(done) {
      if (timer) {
        clearInterval(timer);
        process.stdout.write('\r\u001B[2K');
      }
      if (done) console.log(`${done} in ${seconds()}.`);
    },
  };
}

/** Tells the program that started this one that a step begins. */
export function beginStep(step: string): void {
  process.send?.({ step } satisfies Step);
}

/** The Vite plugin that reports the two bundles. */
export function reportBundles(): Plugin {
  return {
    name: 'lacquer:report-bundles',
    apply: 'build',
    buildStart() {
      if (this.environment.mode !== 'build') return;
      beginStep(this.environment.name === 'client' ? 'scripts for browsers' : 'pages for the server');
    },
  };
}
