import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { HomeSettings } from '#contract/home.ts';
import { Button } from '../../../ui/button.tsx';
import { FailureNote } from '../../../ui/note.tsx';
import { useDraftAddress } from './use-draft-address.ts';

/** The hero, or the section of the page with this id. */
export type PreviewPart = 'hero' | 'about' | 'contact';

/** CSS pixels of the window that the frame imitates. */
const windows = { desktop: { width: 1280, height: 1000 }, phone: { width: 390, height: 780 } } as const;
type WindowName = keyof typeof windows;
type ThemeName = 'light' | 'dark';

const windowNames: Readonly<Record<WindowName, string>> = { desktop: t`Desktop`, phone: t`Phone` };
const themeNames: Readonly<Record<ThemeName, string>> = { light: t`Ivory`, dark: t`Lacquer` };

/** The home page as it would be after saving, in a frame that cannot be focused or clicked; the link opens it in a new tab. */
export function HomePreview({ draft, part }: { draft: HomeSettings; part: PreviewPart }) {
  const [size, setSize] = useState<WindowName>('desktop');
  const [theme, setTheme] = useState<ThemeName>('light');
  const { address, failure, retry } = useDraftAddress(draft);
  const heading = useRef<HTMLHeadingElement>(null);
  function tryAgain() {
    retry();
    // The button is removed.
    heading.current?.focus();
  }
  return (
    <section className="panel lg:sticky lg:top-6" aria-labelledby="home-preview">
      <header>
        <h2 id="home-preview" ref={heading} tabIndex={-1}>
          {t`Preview`}
        </h2>
        <Choice label={t`Width of the preview`} names={windowNames} chosen={size} onChoose={setSize} />
        <Choice label={t`Theme of the preview`} names={themeNames} chosen={theme} onChoose={setTheme} />
      </header>
      {failure === null ? (
        <Frame key={size} address={address} size={windows[size]} theme={theme} part={part} />
      ) : (
        <div className="grid justify-items-start gap-3 p-5">
          <FailureNote>{failure}</FailureNote>
          <Button variant="line" small onClick={tryAgain}>
            {t`Try Again`}
          </Button>
        </div>
      )}
      <footer className="flex flex-wrap items-center justify-between gap-3 p-5">
        <span className="hint">{t`As a visitor will see it. Nothing is public until you save.`}</span>
        {address && (
          <a className="button-text" href={address} target="_blank" rel="noreferrer">
            {t`Open in a new tab`}
          </a>
        )}
      </footer>
    </section>
  );
}

interface ChoiceProps<Name extends string> {
  label: string;
  names: Readonly<Record<Name, string>>;
  chosen: Name;
  onChoose: (name: Name) => void;
}

function Choice<Name extends string>({ label, names, chosen, onChoose }: ChoiceProps<Name>): ReactNode {
  return (
    <div className="segments" role="group" aria-label={label}>
      {/* Object.keys returns strings; these are the names. */}
      {(Object.keys(names) as Name[]).map((name) => (
        <button key={name} type="button" aria-pressed={name === chosen} onClick={() => onChoose(name)}>
          {names[name]}
        </button>
      ))}
    </div>
  );
}

interface FrameProps {
  address: string | null;
  size: { width: number; height: number };
  theme: ThemeName;
  part: PreviewPart;
}

/** The frame has the same origin, so the theme and the part in sight are set in its document. */
function Frame({ address, size: { width, height }, theme, part }: FrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const scale = useScale(box, width);

  useEffect(() => {
    // Replaced, so that the Back button does not go through the drafts.
    if (address !== null) frame.current?.contentWindow?.location.replace(address);
  }, [address]);

  function show() {
    const page = frame.current?.contentDocument;
    // A document that has begun to load has no element yet; `onLoad` follows.
    const root = page?.querySelector('html');
    if (!page || !root || page.URL === 'about:blank') return;
    root.dataset.theme = theme;
    if (part === 'hero') page.defaultView?.scrollTo({ top: 0, behavior: 'instant' });
    else page.getElementById(part)?.scrollIntoView({ behavior: 'instant' });
  }
  useEffect(show);

  return (
    <div
      ref={box}
      className={`relative overflow-hidden bg-mat ${width < 600 ? 'mx-auto max-w-60' : ''}`}
      style={{ aspectRatio: `${width} / ${height}` }}
    >
      <iframe
        ref={frame}
        title={t`Preview of the home page with what you have written`}
        inert
        className="absolute top-0 left-0 origin-top-left"
        width={width}
        height={height}
        style={{ transform: `scale(${scale})` }}
        onLoad={show}
      />
    </div>
  );
}

/** The width of the box divided by `width`. */
function useScale(box: { readonly current: HTMLElement | null }, width: number): number {
  const [scale, setScale] = useState(0);
  useEffect(() => {
    if (!box.current) return;
    const observer = new ResizeObserver(([entry]) => setScale((entry?.contentRect.width ?? 0) / width));
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box, width]);
  return scale;
}
