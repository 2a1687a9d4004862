import { plural, t } from '@lingui/core/macro';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { nameOf, type ZoneDraft } from './delivery-draft.ts';
import { australianZones, emptyZone, insertZone, moveZone } from './zone-list.ts';

/**
 * What an owner can do with the list of zones. `add`, `start`, `remove` and `undo` also move the focus. `announcement` tells screen readers
 * where a zone was moved, and how many zones `start` has added.
 */
export function useZoneList(zones: readonly ZoneDraft[], change: (zones: ZoneDraft[]) => void) {
  const [openIds, setOpenIds] = useState<ReadonlySet<string>>(new Set());
  const [removed, setRemoved] = useState<{ zone: ZoneDraft; position: number } | null>(null);
  const [announcement, setAnnouncement] = useState('');

  function add() {
    const zone = emptyZone();
    flushSync(() => {
      change([...zones, zone]);
      setOpenIds((ids) => new Set([...ids, zone.id]));
    });
    document.getElementById(`${zone.id}-name`)?.focus();
  }
  function start() {
    const added = australianZones();
    flushSync(() => change(added));
    setAnnouncement(startInWords(added.length));
    document.querySelector<HTMLElement>('.rates .cell-field input')?.focus();
  }
  function remove(zone: ZoneDraft) {
    flushSync(() => {
      setRemoved({ zone, position: zones.indexOf(zone) });
      change(zones.filter((other) => other !== zone));
    });
    document.getElementById('undo-remove')?.focus();
  }
  function undo() {
    if (!removed) return;
    flushSync(() => {
      change(insertZone(zones, removed.zone, removed.position));
      setRemoved(null);
    });
    document.getElementById(`${removed.zone.id}-edit`)?.focus();
  }
  function move(zone: ZoneDraft, by: -1 | 1) {
    const next = moveZone(zones, zone.id, by);
    change(next);
    const [name, position, count] = [nameOf(zone), next.indexOf(zone) + 1, next.length];
    setAnnouncement(t`${name} is now zone ${position} of ${count}.`);
  }
  const toggle = (id: string) => setOpenIds((ids) => toggled(ids, id));
  return { openIds, toggle, removed, announcement, change, add, start, remove, undo, move };
}

const startInWords = (count: number) =>
  plural(count, {
    one: '# zone added. Please fill in the prices.',
    other: '# zones added. Please fill in the prices.',
  });

function toggled(ids: ReadonlySet<string>, id: string): ReadonlySet<string> {
  return ids.has(id) ? new Set([...ids].filter((other) => other !== id)) : new Set([...ids, id]);
}
