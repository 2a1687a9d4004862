import { createServer, type Socket } from 'node:net';

/** Takes every letter that comes by SMTP. */
export interface PostOffice {
  url: string;
  /** By Message-ID, with all the words as they came. */
  letters: { id: string; text: string }[];
  close(): void;
}

export async function openPostOffice(): Promise<PostOffice> {
  const letters: PostOffice['letters'] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    receive(socket, (text) => letters.push({ id: /^Message-ID: (.*)\r$/im.exec(text)?.[1] ?? '', text }));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  return {
    url: `smtp://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`,
    letters,
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}

/** As much of RFC 5321 as a client with one letter at a time needs. */
function receive(socket: Socket, take: (text: string) => void): void {
  let [heard, isLetter] = ['', false];
  const say = (line: string) => socket.write(`${line}\r\n`);
  socket.on('error', () => undefined);
  socket.setEncoding('utf8').on('data', (text: string) => {
    heard += text;
    for (;;) {
      const ending = isLetter ? '\r\n.\r\n' : '\r\n';
      const end = heard.indexOf(ending);
      if (end < 0) return;
      const words = heard.slice(0, end);
      heard = heard.slice(end + ending.length);
      if (isLetter) take(words);
      else if (/^QUIT/i.test(words)) return void socket.end('221 bye\r\n');
      const isNext = !isLetter && /^DATA/i.test(words);
      say(isNext ? '354 go on' : '250 ok');
      isLetter = isNext;
    }
  });
  say('220 post office');
}
