import type { ComponentProps } from 'react';

type ButtonVariant = 'plain' | 'buy' | 'line' | 'danger' | 'danger-solid' | 'text';

export interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** Makes the button 36 px high instead of 48; a text button has a smaller font. */
  small?: boolean;
  full?: boolean;
  /** Shows a spinner and `busyLabel`, and ignores clicks. The button keeps the focus. */
  busy?: boolean;
  busyLabel?: string;
}

/** The class names of a button, for links styled as buttons. */
export function buttonClass(variant: ButtonVariant = 'plain', { small = false, full = false } = {}): string {
  if (variant === 'text') return small ? 'button-text small' : 'button-text';
  return ['button', variant !== 'plain' && `button-${variant}`, small && 'button-small', full && 'button-full']
    .filter(Boolean)
    .join(' ');
}

/** A button. It submits a form only with `type="submit"`. */
export function Button(props: ButtonProps) {
  const { variant = 'plain', small = false, full = false, busy = false, busyLabel, className, ...rest } = props;
  return (
    <button
      type="button"
      {...rest}
      className={
        className ? `${buttonClass(variant, { small, full })} ${className}` : buttonClass(variant, { small, full })
      }
      {...(busy && { 'aria-disabled': true, onClick: (event) => event.preventDefault() })}
    >
      {busy && <span className="spin" aria-hidden="true" />}
      {busy ? (busyLabel ?? rest.children) : rest.children}
    </button>
  );
}

/** A button with only an icon, 44 px or `small` 36 px wide and high; `label` is its accessible name. */
export function IconButton({
  label,
  small = false,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; small?: boolean }) {
  const classes = small ? 'icon-button icon-button-small' : 'icon-button';
  return (
    <button type="button" aria-label={label} {...rest} className={className ? `${classes} ${className}` : classes} />
  );
}
