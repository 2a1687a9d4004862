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
      <h2 id="sent-to">Sent to</h2>
      <ul>
        {report.links.map((link) => (
          <li key={link.id} className="flex flex-wrap items-center gap-x-4 border-t border-line py-2">
            <p className="min-w-0 flex-1 wrap-anywhere">
              {[link.name, link.email].filter(Boolean).join(', ') || 'Somebody whose account was deleted'}
              <small className="muted block">
                Sent {day(link.sentAt)},{' '}
                {link.isOpen ? `the link ends ${day(link.until)}` : 'the link opens nothing any more'}
              </small>
            </p>
            {mayChange && link.isOpen && (
              <Button variant="text" onClick={() => onTakeBack(link)}>
                Take back<span className="visually-hidden"> the link of {link.email || 'this person'}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
