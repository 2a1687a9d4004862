import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useState } from 'react';
import { saveFile } from '../../../account/save-file.ts';
import { callForFile } from '../../../api.ts';
import { dayIn } from '../../../shell/day-in-zone.ts';
import { useShop } from '../../../shell/shop.ts';
import { Button } from '../../../ui/button.tsx';
import { Select } from '../../../ui/field.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useSubmission } from '../../../ui/use-submission.ts';
import { adminFailure } from '../../admin-failure.ts';
import { type Quarter, quartersUpTo } from './quarters.ts';

const quartersOffered = 12;

/** Downloads for the accountant, each with the chosen quarter. */
export function ReportsPanel() {
  const { timezone } = useShop();
  const quarters = quartersUpTo(dayIn(timezone), quartersOffered);
  const [from, setFrom] = useState(quarters[0]?.from ?? '');
  const quarter = quarters.find((offered) => offered.from === from) ?? quarters[0];
  if (!quarter) return null;
  return (
    <section className="panel">
      <header>
        <h2>{t`For the accountant`}</h2>
      </header>
      <div className="settings-text">
        <div className="pair w-full">
          <Select label={t`Quarter`} small value={quarter.from} onChange={(event) => setFrom(event.target.value)}>
            {quarters.map(({ from, title }) => (
              <option key={from} value={from}>
                {title}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <ul className="rows">
        <Report
          endpoint="getGstReport"
          name={t`Sales with GST`}
          words={t`Every payment and refund, split for the activity statement. CSV.`}
          file="gst"
          quarter={quarter}
        />
        <Report
          endpoint="getResaleReport"
          name={t`Resale royalties`}
          words={t`Resales from $1,000, which are reported within 90 days. CSV.`}
          file="resales"
          quarter={quarter}
        />
      </ul>
    </section>
  );
}

interface ReportProps {
  endpoint: 'getGstReport' | 'getResaleReport';
  name: string;
  words: string;
  /** The beginning of the file's name; the first and the last day follow. */
  file: string;
  quarter: Quarter;
}

function Report({ endpoint, name, words, file, quarter: { from, to } }: ReportProps) {
  const { isBusy, failure, submit } = useSubmission(async () => {
    const answer = await callForFile(endpoint, { query: { from, to } });
    if (!answer.success) return adminFailure(t`Failed to download the file`, answer);
    saveFile(answer.file, `${file}-${from}-${to}.csv`);
    return undefined;
  });
  return (
    <li>
      <span className="grow">
        {name}
        <small className="way-words">{words}</small>
        {failure && <FailureNote>{failure.message}</FailureNote>}
      </span>
      <Button variant="line" small className="whitespace-nowrap" busy={isBusy} onClick={submit}>
        <Icon name="download" small />
        <Trans>
          Download<span className="visually-hidden"> {name}</span>
        </Trans>
      </Button>
    </li>
  );
}
