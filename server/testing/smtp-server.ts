import { createServer, type Socket } from 'node:net';

/** A fake SMTP server on loopback. It accepts mail, refuses it, closes the connection after a message, or does not answer. */
export class SmtpServer {
  readonly received: { to: string[]; message: string }[] = [];
  /** What clients called themselves in EHLO. */
  readonly greetings: string[] = [];
  behaviour: 'takes' | 'refuses' | 'refuses for good' | 'hangs up' | 'lets wait' = 'takes';
  /** Messages that have arrived and wait for an answer. */
  waiting: (() => void)[] = [];
  readonly #server = createServer((socket) => this.#serve(socket));
  readonly #sockets = new Set<Socket>();

  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    const address = this.#server.address();
    return `smtp://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  }

  /** Accepts the messages that wait, and all later ones. */
  takesAll(): void {
    this.behaviour = 'takes';
    for (const accept of this.waiting.splice(0)) accept();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    let buffered = '';
    let to: string[] = [];
    let isMessage = false;
    const answer = (line: string) => socket.write(`${line}\r\n`);
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      buffered += bytes.toString('utf8');
      for (;;) {
        const end = buffered.indexOf(isMessage ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = buffered.slice(0, end);
        buffered = buffered.slice(end + (isMessage ? 5 : 2));
        if (isMessage) {
          isMessage = false;
          this.received.push({ to, message: line });
          to = [];
          if (this.behaviour === 'hangs up') socket.destroy();
          else if (this.behaviour === 'lets wait') this.waiting.push(() => answer('250 taken'));
          else answer('250 taken');
        } else if (/^EHLO/i.test(line)) {
          this.greetings.push(line.slice(5));
          answer('250 ready');
        } else if (/^RCPT/i.test(line)) {
          if (this.behaviour === 'refuses') answer('451 anna@example.com: later');
          else if (this.behaviour === 'refuses for good') answer('550 anna@example.com: no such mailbox');
          else answer('250 ok');
          to.push(/<(.*)>/.exec(line)?.[1] ?? '');
        } else if (/^DATA/i.test(line)) {
          isMessage = true;
          answer('354 go on');
        } else answer(/^QUIT/i.test(line) ? '221 bye' : '250 ok');
      }
    });
    answer('220 ready');
  }
}
