import { mkdir, open, rename } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTransport } from 'nodemailer';
import { syncDirectory } from '#server/database/lasting-directory.ts';
import type { Settings } from '#server/settings.ts';
import type { OutboxRow } from './mail.queries.ts';

/** Takes mail out of the house. */
export interface Carrier {
  /** Throws when it was not taken. */
  carry(mail: OutboxRow): Promise<void>;
  close(): void;
}

type CarrierSettings = Pick<Settings, 'smtpUrl' | 'mailFrom' | 'dataDirectory' | 'publicUrl'>;

/** SMTP where SMTP_URL is set, else readable files under `mail/` of the data directory. */
export function createCarrier(settings: CarrierSettings): Carrier {
  return settings.smtpUrl ? smtpCarrier(settings, settings.smtpUrl) : fileCarrier(settings);
}

function smtpCarrier(settings: CarrierSettings, url: string): Carrier {
  const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 };
  const transport = createTransport({ url, ...timeouts, disableFileAccess: true, disableUrlAccess: true });
  return {
    async carry(mail) {
      await transport.sendMail({
        from: settings.mailFrom,
        // As an object it is one address, whatever is in it.
        to: { name: '', address: mail.recipient },
        ...(mail.reply_to && { replyTo: { name: '', address: mail.reply_to } }),
        subject: mail.subject,
        text: mail.text,
        html: mail.html,
        messageId: messageId(settings, mail),
        date: new Date(mail.created_at),
        headers: { 'Auto-Submitted': 'auto-generated' },
      });
    },
    close: () => transport.close(),
  };
}

/** The text with its headers as `.txt`, and as a mail program would show it as `.html`; for the owner's eyes only (mode 600). */
function fileCarrier(settings: CarrierSettings): Carrier {
  const folder = join(settings.dataDirectory, 'mail');
  return {
    async carry(mail) {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const name = `${new Date(mail.created_at).toISOString().replaceAll(':', '-')}-${mail.id}`;
      const headers = [
        `Date: ${new Date(mail.created_at).toUTCString()}`,
        `From: ${settings.mailFrom}`,
        `To: ${mail.recipient}`,
        ...(mail.reply_to ? [`Reply-To: ${mail.reply_to}`] : []),
        `Subject: ${mail.subject}`,
        `Message-ID: ${messageId(settings, mail)}`,
      ];
      await writeWhole(join(folder, `${name}.html`), mail.html);
      await writeWhole(join(folder, `${name}.txt`), `${headers.join('\n')}\n\n${mail.text}`);
      // What is marked as sent is never sent again, so it must be there after a power cut.
      for (const path of [folder, dirname(folder)]) await syncDirectory(path);
    },
    close: () => undefined,
  };
}

async function writeWhole(file: string, text: string): Promise<void> {
  const handle = await open(`${file}.part`, 'w', 0o600);
  try {
    await handle.writeFile(text);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(`${file}.part`, file);
}

/** The same for every attempt: a mail that was sent but not marked so is known by its recipient's server as the same one. */
function messageId({ publicUrl }: CarrierSettings, mail: OutboxRow): string {
  return `<${mail.id}@${new URL(publicUrl).hostname.replace(/[[\]:]/g, '') || 'localhost'}>`;
}
