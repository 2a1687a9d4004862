import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { LetterSettings } from '#contract/letters.ts';
import { limits } from '#contract/limits.ts';
import { TextArea, TextField } from '../../../ui/field.tsx';
import { Note } from '../../../ui/note.tsx';
import { Optional, SettingsGroup } from '../settings-group.tsx';

/** What the server uses where a setting is empty. `usesSmtp` is false if emails are written to files. */
export interface Sender {
  name: string;
  address: string;
  replyTo: string;
  usesSmtp: boolean;
}

interface SenderFieldsProps {
  draft: LetterSettings;
  errors: Readonly<Record<string, string>>;
  sender: Sender;
  onChange: (changes: Partial<LetterSettings>) => void;
}

export function SenderFields({ draft, errors, sender, onChange }: SenderFieldsProps) {
  const { address } = sender;
  const text = (name: keyof LetterSettings) => ({
    name,
    small: true,
    autoComplete: 'off',
    value: draft[name],
    error: errors[name],
    onChange: (event: { target: { value: string } }) => onChange({ [name]: event.target.value }),
  });
  return (
    <section className="panel">
      <header>
        <h2>{t`Sender`}</h2>
      </header>
      <SettingsGroup title={t`From`} words={t`By ${address}, which is set where the shop runs.`}>
        <div className="pair">
          <TextField
            label={<Optional>{t`Name`}</Optional>}
            maxLength={limits.shopName}
            placeholder={sender.name}
            {...text('senderName')}
          />
          <TextField
            label={<Optional>{t`Replies to`}</Optional>}
            type="email"
            maxLength={limits.email}
            placeholder={sender.replyTo || sender.address}
            {...text('replyTo')}
          />
        </div>
        <NoSmtp sender={sender} />
      </SettingsGroup>
      <SettingsGroup title={t`Below every email`} words={t`A few lines, under the name of the shop.`}>
        <TextArea
          label={<Optional>{t`Sign-off`}</Optional>}
          rows={3}
          maxLength={limits.shortProse}
          {...text('signOff')}
        />
      </SettingsGroup>
    </section>
  );
}

/** The settings as text, for staff and viewers, who cannot change them. */
export function SenderValues({ settings, sender }: { settings: LetterSettings; sender: Sender }) {
  return (
    <section className="panel">
      <header>
        <h2>{t`Sender`}</h2>
      </header>
      <div className="panel-words">
        <dl className="key-values key-values-wide">
          <dt>{t`From`}</dt>
          <dd className="wrap-anywhere">
            {settings.senderName || sender.name}, {sender.address}
          </dd>
          <dt>{t`Replies to`}</dt>
          <dd className="wrap-anywhere">{settings.replyTo || sender.replyTo || sender.address}</dd>
          <dt>{t`Below every email`}</dt>
          <dd className="whitespace-pre-line wrap-anywhere">{settings.signOff || t`The name of the shop`}</dd>
        </dl>
        <NoSmtp sender={sender} />
      </div>
    </section>
  );
}

function NoSmtp({ sender }: { sender: Sender }) {
  if (sender.usesSmtp) return null;
  return (
    <Note tone="info">
      <Trans>
        No mail server is set up (SMTP_URL), so nobody receives an email: each is written to a file on the server
        instead.
      </Trans>
    </Note>
  );
}
