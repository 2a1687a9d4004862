import { settingsPages } from '../settings/settings-pages.ts';
import { settingsTitles } from '../settings/settings-titles.ts';

/** What the panel calls the page of settings that an action changed; null if the action changed something else. */
export function subjectTitle(action: string, subject: string): string | null {
  const page = action.endsWith(' settings changed') && settingsPages.find(({ id }) => id === subject);
  return page ? settingsTitles[page.id] : null;
}
