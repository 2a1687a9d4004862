import { closeSync, fsync, openSync, renameSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { isIPv4 } from 'node:net';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { coalesce } from '#server/platform/concurrency/coalesce.ts';
import { syncDirectory } from '#server/platform/files/durable-files.ts';
import type { Settings } from '#server/settings.ts';
import { parseMailbox } from './mailbox.ts';

/** A letter to send. */
export interface OutgoingMail {
  id: string;
  /** The sender's name. The sender's address is that of MAIL_FROM. */
  sender_name: string;
  recipient: string;
  reply_to: string | null;
  /** Ids of the earlier letters of a conversation between people, separated by spaces; null for a letter of the shop itself. */
  thread: string | null;
  /** The link that ends the subscription; null for a letter without one. */
  unsubscribe_url: string | null;
  subject: string;
  text: string;
  html: string;
  /** Epoch milliseconds. */
  created_at: number;
}

export interface Transport {
  /** Throws if the server does not accept the letter. */
  send(mail: OutgoingMail): Promise<void>;
  close(): void;
}

type TransportSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDirectory' | 'publicUrl'>;

/** Sends by SMTP if SMTP_URL is set. Otherwise writes readable files below DATA_DIR/mail (docs/behaviour/mail.md, 2). */
export function createMailTransport(settings: TransportSettings): Transport {
  return settings.smtpUrl ? smtpTransport(settings, settings.smtpUrl) : fileTransport(settings);
}

function smtpTransport(settings: TransportSettings, url: string): Transport {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const limits = { ...timeouts, disableFileAccess: true, disableUrlAccess: true };
  // The library is loaded for the first letter. Until then an idle shop needs 1 MB less.
  const open = async () => {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, name: greetingName(settings), ...limits });
  };
  let transport: ReturnType<typeof open> | null = null;
  return {
    async send(mail) {
      transport ??= open();
      await (await transport).sendMail({
        from: { name: mail.sender_name, address: parseMailbox(settings.mailFrom).address },
        // An object is always a single address, whatever characters it contains (docs/behaviour/mail.md, 5).
        to: { name: '', address: mail.recipient },
        ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: messageId(settings, mail),
        date: new Date(mail.created_at),
        headers: {
          ...(mail.thread === null && { 'Auto-Submitted': 'auto-generated' }),
          ...unsubscribeHeaders(mail),
        },
        ...threadOf(settings, mail),
      });
    },
    close: () => void transport?.then((opened) => opened.close()),
  };
}

/** The name in EHLO: the host of PUBLIC_URL, with IP addresses in the form of RFC 5321. The machine's own name stays private. */
function greetingName({ publicUrl }: TransportSettings): string {
  const { hostname } = new URL(publicUrl);
  if (hostname.startsWith('[')) return hostname.replace('[', '[IPv6:');
  return isIPv4(hostname) ? `[${hostname}]` : hostname;
}

/** Writes each letter as `.txt` with its headers and as `.html`, both of mode 600. */
function fileTransport(settings: TransportSettings): Transport {
  const directory = join(settings.dataDirectory, 'mail');
  let prepared: Promise<void> | null = null;
  const prepare = async () => {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    await syncDirectory(dirname(directory));
  };
  // Letters that are written at the same time share a sync of their names.
  const syncNames = coalesce(() => syncDirectory(directory));
  const write = async (mail: OutgoingMail) => {
    prepared ??= prepare();
    await prepared;
    const name = join(directory, `${new Date(mail.created_at).toISOString().replaceAll(':', '-')}-${mail.id}`);
    const text = `${headersOf(settings, mail).join('\n')}\n\n${mail.text}`;
    await Promise.all([writeAtomically(`${name}.html`, mail.html), writeAtomically(`${name}.txt`, text)]);
    // The outbox marks the letter as sent and does not send it again, so it has to survive a power cut.
    await syncNames();
  };
  return {
    send: (mail) =>
      write(mail).catch((error: unknown) => {
        prepared = null;
        // Somebody has removed the folder while the shop ran.
        if (hasCode(error, 'ENOENT')) return write(mail);
        throw error;
      }),
    close: () => undefined,
  };
}

function headersOf(settings: TransportSettings, mail: OutgoingMail): string[] {
  const { inReplyTo, references = [] } = threadOf(settings, mail);
  return [
    `Date: ${new Date(mail.created_at).toUTCString()}`,
    `From: ${mail.sender_name} <${parseMailbox(settings.mailFrom).address}>`,
    `To: ${mail.recipient}`,
    ...(mail.reply_to ? [`Reply-To: ${mail.reply_to}`] : []),
    `Subject: ${mail.subject}`,
    `Message-ID: ${messageId(settings, mail)}`,
    ...Object.entries(unsubscribeHeaders(mail)).map(([name, value]) => `${name}: ${value}`),
    ...(inReplyTo ? [`In-Reply-To: ${inReplyTo}`, `References: ${references.join(' ')}`] : []),
  ];
}

/** The headers that let mail programs end a subscription with one click (RFC 8058); none for a letter without such a link. */
function unsubscribeHeaders({ unsubscribe_url: url }: OutgoingMail): Record<string, string> {
  return url === null ? {} : { 'List-Unsubscribe': `<${url}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' };
}

/** Only the sync waits for the disk. The other calls are synchronous, because passing them to a thread costs more than they take. */
async function writeAtomically(file: string, text: string): Promise<void> {
  const part = `${file}.part`;
  // Replaces what a process that died has left.
  const descriptor = openSync(part, 'w', 0o600);
  try {
    writeFileSync(descriptor, text);
    await sync(descriptor);
  } finally {
    closeSync(descriptor);
  }
  renameSync(part, file);
}

const sync = promisify(fsync);

const hasCode = (error: unknown, code: string) => error instanceof Error && 'code' in error && error.code === code;

/** The headers that let mail programs show the letters of a conversation together; none for its first letter. */
function threadOf(
  settings: TransportSettings,
  { thread }: OutgoingMail,
): { inReplyTo?: string; references?: string[] } {
  const references =
    thread
      ?.split(' ')
      .filter(Boolean)
      .map((id) => messageId(settings, { id })) ?? [];
  const inReplyTo = references.at(-1);
  return inReplyTo === undefined ? {} : { inReplyTo, references };
}

/** The Message-ID of a letter. It is the same for every attempt, so that a mail server recognises a letter that is sent twice. */
function messageId({ publicUrl }: TransportSettings, mail: Pick<OutgoingMail, 'id'>): string {
  return `<${mail.id}@${new URL(publicUrl).hostname.replace(/[[\]:]/g, '') || 'localhost'}>`;
}
