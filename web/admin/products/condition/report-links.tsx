import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ConditionLink, ConditionReport } from '#contract/condition-reports.ts';
import { useTimes } from '../../../shell/use-times.ts';
import { Button } from '../../../ui/button.tsx';
import { useHasRole } from '../../admin-access.ts';

interface ReportLinksProps {
  report: ConditionReport;
  onTakeBack: (link: ConditionLink) => void;
}

/** To whom a report was sent, the newest first. */
export function ReportLinks({ report, onTakeBack }: ReportLinksProps) {
  const { day } = useTimes();
  const mayChange = useHasRole('staff');
  if (report.links.length === 0) return null;
  return (
    <section className="grid max-w-3xl gap-2" aria-labelledby="sent-to">
      <h2 id="sent-to">{t`Sent to`}</h2>
      <ul>
        {report.links.map((link) => (
          <li key={link.id} className="flex flex-wrap items-center gap-x-4 border-t border-line py-2">
            <p className="min-w-0 flex-1 wrap-anywhere">
              {[link.name, link.email].filter(Boolean).join(', ') || t`Somebody whose account was deleted`}
              <small className="muted block">{sentWords(day(link.sentAt), link.isOpen ? day(link.until) : null)}</small>
            </p>
            {mayChange && link.isOpen && (
              <Button variant="text" onClick={() => onTakeBack(link)}>
                <TakeBackWords email={link.email} />
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** When a link was sent, and when it ends. `until` is null for a link that has ended. */
const sentWords = (day: string, until: string | null) =>
  until === null ? t`Sent ${day}, the link opens nothing any more` : t`Sent ${day}, the link ends ${until}`;

function TakeBackWords({ email }: { email: string }) {
  return email ? (
    <Trans>
      Take back<span className="visually-hidden"> the link of {email}</span>
    </Trans>
  ) : (
    <Trans>
      Take back<span className="visually-hidden"> the link of this person</span>
    </Trans>
  );
}
