import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useEffect, useRef, useState } from 'react';
import { data } from 'react-router';
import { ListingNotFound } from '../../catalog/listing-not-found.tsx';
import { pageServices } from '../../context.ts';
import { headers as pageHeaders } from '../../shell/page-headers.ts';
import { Button } from '../../ui/button.tsx';
import { useIsHydrated } from '../../ui/use-is-hydrated.ts';
import { findLookedAt, lookMeta, lookNotFoundMeta } from '../look-page.ts';
import frameStyles from '../viewer-frame.css?url';
import { ViewerFrame } from '../viewer-frame.tsx';
import type { Route } from './+types/wall-page.ts';
import { DrawnRoom, type ShownPiece } from './drawn-room.tsx';
import { LeavePhoto } from './leave-photo.tsx';
import { PhotoFailure, PhotoFields } from './photo-fields.tsx';
import { PhotoStage } from './photo-stage.tsx';
import roomStyles from './room.css?url';
import { RoomFields } from './room-fields.tsx';
import { sizeWords } from './scene.ts';
import { type PhotoWall, type Shot, usePhotoWall } from './use-photo-wall.ts';
import wallStyles from './wall.css?url';

export const headers = pageHeaders;
export const links: Route.LinksFunction = () =>
  [frameStyles, roomStyles, wallStyles].map((href) => ({ rel: 'stylesheet', href }));

export async function loader({ context, params }: Route.LoaderArgs) {
  const services = context.get(pageServices);
  const [shop, found] = await Promise.all([services.shop(), findLookedAt(services, params.id)]);
  const { box, sizeCm } = found?.look ?? {};
  if (!found || !box || !sizeCm) return data({ shop, found: null, piece: null }, { status: 404 });
  const { id, name, depthCm } = found.listing;
  const piece: ShownPiece = { id, name, image: found.look.image, box, size: { ...sizeCm, depth: depthCm } };
  return { shop, found, piece };
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shop, found, piece } = loaderData;
  if (!found) return lookNotFoundMeta(shop);
  const { name } = piece;
  const size = sizeWords(piece.size);
  const text = t`${name}, ${size}, at its true size in a room or on your own wall.`;
  return lookMeta(shop, found, t`${name} on your wall`, text);
}

/** A piece at its true size, in a drawn room or in the visitor's own photo (docs/behaviour/close-look.md, 40 to 48). */
export default function WallPage({ loaderData: { found, piece } }: Route.ComponentProps) {
  if (!found) return <ListingNotFound />;
  return (
    <ViewerFrame listing={found.listing} hasWall view="wall">
      <Wall key={piece.id} piece={piece} />
    </ViewerFrame>
  );
}

function Wall({ piece }: { piece: ShownPiece }) {
  const hasScripts = useIsHydrated();
  const [place, setPlace] = useState<'room' | 'photo'>('room');
  const wall = usePhotoWall();
  const input = useRef<HTMLInputElement>(null);
  const frame = useRef<HTMLDivElement>(null);
  const choose = () => input.current?.click();
  const { shot } = wall;
  const [saved, setSaved] = useState<Shot | null>(null);
  const hasPhoto = shot !== null;
  useEffect(() => {
    // The button that was pressed has left the page, so an end of the line takes the focus.
    if (hasPhoto) frame.current?.querySelector<HTMLElement>('.line-end')?.focus();
  }, [hasPhoto]);
  return (
    <>
      <div className="viewer-stage">
        {/* The room and its fields below stay in the page, so that the fields keep their values. */}
        <div hidden={place !== 'room'}>
          <DrawnRoom piece={piece} />
        </div>
        {place === 'photo' && shot && <PhotoStage {...{ piece, shot, wall, frame }} />}
        {place === 'photo' && !shot && <NoPhoto wall={wall} onChoose={choose} />}
      </div>
      <div className="viewer-side">
        {hasScripts && <Places chosen={place} onChoose={setPlace} />}
        <div hidden={place !== 'room'}>
          <RoomFields size={piece.size} />
        </div>
        {place === 'photo' && shot && (
          <PhotoFields {...{ piece, shot, wall, frame }} onChoose={choose} onSaved={() => setSaved(shot)} />
        )}
        <input
          ref={input}
          type="file"
          accept="image/*"
          aria-label={t`Photo of your wall`}
          hidden
          onChange={({ target }) => {
            const file = target.files?.[0];
            if (file) void wall.open(file);
            // Otherwise choosing the same file again would not be a change.
            target.value = '';
          }}
        />
        <p className="visually-hidden" role="status">
          {hasPhoto &&
            !wall.isOpening &&
            t`The photo is open. Put the ends of the line on something whose length you know.`}
        </p>
        <LeavePhoto isUnsaved={shot !== saved} />
      </div>
    </>
  );
}

interface PlacesProps {
  chosen: 'room' | 'photo';
  onChoose: (place: 'room' | 'photo') => void;
}

function Places({ chosen, onChoose }: PlacesProps) {
  const place = (value: 'room' | 'photo', words: string) => (
    <label>
      <input type="radio" name="place" checked={chosen === value} onChange={() => onChoose(value)} />
      {words}
    </label>
  );
  return (
    <fieldset className="segments">
      <legend className="visually-hidden">
        <Trans>Which wall</Trans>
      </legend>
      {place('room', t`Drawn room`)}
      {place('photo', t`Your photo`)}
    </fieldset>
  );
}

function NoPhoto({ wall, onChoose }: { wall: PhotoWall; onChoose: () => void }) {
  return (
    <div className="photo no-photo" data-theme="light">
      <h2 className="heading-dialog">
        <Trans>Your wall, in a photo</Trans>
      </h2>
      <p className="muted">
        <Trans>
          Stand straight in front of it: in a photo taken at an angle sizes are not true. Have something in the picture
          whose size you know; a sheet of A4 taped to the wall will do.
        </Trans>
      </p>
      <Button busy={wall.isOpening} busyLabel={t`Opening the photo`} onClick={onChoose}>
        <Trans>Choose a photo</Trans>
      </Button>
      <PhotoFailure wall={wall} />
      <p className="small muted">
        <Trans>It stays on this device. We never see it.</Trans>
      </p>
    </div>
  );
}
