import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useCallback, useEffectEvent, useId } from 'react';
import type { CloseLook } from '#contract/close-look.ts';
import { LookIcon } from '../look-icon.tsx';
import { directions, heights, pieceOf } from './lamp.ts';
import type { Light } from './use-light.ts';
import { useTilt } from './use-tilt.ts';

interface LightControlsProps {
  light: Light;
  look: CloseLook;
}

/** The controls of the light: the compass, its height, and the button for moving it by tilting the device. */
export function LightControls({ light, look }: LightControlsProps) {
  const id = useId();
  return (
    <section className="look-light" aria-labelledby={`${id}-title`}>
      <h2 className="look-title" id={`${id}-title`}>
        <Trans>Light from</Trans>
      </h2>
      <div className="look-light-row">
        <Compass light={light} />
        {light.state !== 'still' && (
          <div className="look-height">
            <label className="label" htmlFor={`${id}-height`}>
              <Trans>Height of the light</Trans>
            </label>
            <input
              id={`${id}-height`}
              type="range"
              {...{ min: heights.min, max: heights.max, step: heights.step, value: light.height }}
              aria-valuetext={heightText(light.height, look)}
              onChange={(event) => light.setHeight(event.target.valueAsNumber)}
            />
            <div className="look-height-ends" aria-hidden="true">
              <span>
                <Trans>Raking</Trans>
              </span>
              <span>
                <Trans>From above</Trans>
              </span>
            </div>
          </div>
        )}
      </div>
      <TiltButton light={light} look={look} />
      <p className="look-light-note" role="status">
        {light.lamp && noteOf(light)}
      </p>
    </section>
  );
}

function Compass({ light }: { light: Light }) {
  const name = useId();
  const [northWest, north, northEast, west, ...rest] = directions;
  const places = [
    northWest,
    north,
    northEast,
    west,
    { id: 'even', label: t`Even light`, azimuth: null },
    ...rest,
  ] as const;
  return (
    <fieldset className="look-compass">
      <legend className="visually-hidden">
        <Trans>Where the light comes from</Trans>
      </legend>
      {places.map(({ id, label }) => (
        <label key={id} data-direction={id}>
          <input
            type="radio"
            name={name}
            value={id}
            aria-label={label}
            checked={light.direction === id}
            onChange={() => light.choose(id)}
          />
          <LookIcon name={id === 'even' ? 'even' : 'arrow'} />
        </label>
      ))}
    </fieldset>
  );
}

function TiltButton({ light, look }: LightControlsProps) {
  const tilted = useEffectEvent((across: number, down: number) => {
    const { x, y, width, height } = pieceOf(look);
    light.moveTo(x + width * (0.5 + 0.5 * across), y + height * (0.5 + 0.5 * down));
  });
  const onTilt = useCallback((across: number, down: number) => tilted(across, down), []);
  const { isOffered, state, toggle } = useTilt(onTilt);
  if (!isOffered || light.state === 'still') return null;
  return (
    <div className="look-tilt">
      <button type="button" className="button button-line button-small" aria-pressed={state === 'on'} onClick={toggle}>
        <Trans>Move the light by tilting</Trans>
      </button>
      <p className="look-light-note" role="status">
        {state === 'refused' && t`This device does not tell how it is tilted. Drag the light instead.`}
      </p>
    </div>
  );
}

function noteOf({ state }: Light): string {
  if (state === 'loading') return t`The photographs of the light are being loaded.`;
  if (state === 'failed')
    return t`The photographs of the light could not be loaded. Choose even light, then try again.`;
  if (state === 'still') return t`This is the photograph whose light comes from nearest to there.`;
  return '';
}

function heightText(height: number, { sizeCm }: CloseLook): string {
  return sizeCm ? t`${height} cm above the surface` : t`${height} percent of the longer side above the surface`;
}
