import { t } from '@lingui/core/macro';
import type { MetaDescriptor } from 'react-router';

/** The title of a page of the panel, for example "Returns | Admin | Vàng Son". `shop`: its name; undefined if it is not loaded. */
export function panelMeta(title: string, shop: string | undefined): MetaDescriptor[] {
  return [{ title: [title, t`Admin`, shop].filter(Boolean).join(' | ') }, { name: 'robots', content: 'noindex' }];
}
