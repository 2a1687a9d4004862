import { redirect } from 'react-router';
import type { Listing } from '#contract/catalog.ts';
import { call } from '../api.ts';
import { type ListingSummary, summaryOf } from '../catalog/listing-summary.ts';
import { storedToken } from '../stored-session.ts';
import { forgetDeleted, savedIds } from './saved-listings.ts';

const perPage = 12;

export interface SavedPage {
  listings: ListingSummary[];
  page: number;
  pages: number;
  isGuest: boolean;
  /** Why the list could not be loaded; null if it was. */
  failure: string | null;
}

/** Loads one page of the saved listings: those of the account, or for guests those of this browser. */
export async function loadSaved(page: number): Promise<SavedPage> {
  const isGuest = storedToken() === null;
  const found = isGuest ? await ofBrowser(page) : await ofAccount(page);
  const pages = Math.max(1, Math.ceil(found.total / perPage));
  if (page > pages && found.failure === null) throw redirect(pages === 1 ? '/saved' : `/saved?page=${pages}`);
  return { listings: found.listings.map(summaryOf), page, pages, isGuest, failure: found.failure };
}

interface Found {
  listings: Listing[];
  total: number;
  failure: string | null;
}

async function ofAccount(page: number): Promise<Found> {
  const answer = await call('listSaved', { query: { page, pageSize: perPage }, quiet: true });
  if (!answer.success) return { listings: [], total: 0, failure: answer.message };
  return { listings: answer.saved.map(({ listing }) => listing), total: answer.total, failure: null };
}

async function ofBrowser(page: number): Promise<Found> {
  const shown = savedIds().slice((page - 1) * perPage, page * perPage);
  const answers = await Promise.all(shown.map((id) => call('getListing', { params: { id }, quiet: true })));
  forgetDeleted(
    shown.filter((_, position) => {
      const answer = answers[position];
      return answer?.success === false && answer.status === 404;
    }),
  );
  const failed = answers.find((answer) => !answer.success && answer.status !== 404);
  return {
    listings: answers.flatMap((answer) => (answer.success ? [answer.listing] : [])),
    total: savedIds().length,
    failure: failed?.success === false ? failed.message : null,
  };
}
