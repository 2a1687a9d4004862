import type { ComponentProps } from 'react';

export type ButtonVariant = 'plain' | 'buy' | 'line' | 'danger' | 'danger-solid' | 'text';

interface ButtonProps extends ComponentProps<'button'> {
  variant?: ButtonVariant;
  /** 36 px instead of 48. */
  small?: boolean;
  full?: boolean;
  /** Something is under way: a spinner, these words, and further clicks do nothing. The button keeps the focus. */
  busy?: boolean;
  busyLabel?: string;
}

/** The class names of a button, for links that look like one. */
export function buttonClass(variant: ButtonVariant = 'plain', { small = false, full = false } = {}): string {
  if (variant === 'text') return small ? 'btn-text small' : 'btn-text';
  return ['btn', variant !== 'plain' && `btn-${variant}`, small && 'btn-sm', full && 'btn-full']
    .filter(Boolean)
    .join(' ');
}

/** A button that does something on this page. It submits a form only with `type="submit"`. */
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

/** A button that is only an icon, 44 px; `label` is what a screen reader says. */
export function IconButton({
  label,
  small = false,
  className,
  ...rest
}: ComponentProps<'button'> & { label: string; small?: boolean }) {
  const classes = small ? 'icon-btn icon-btn-sm' : 'icon-btn';
  return (
    <button type="button" aria-label={label} {...rest} className={className ? `${classes} ${className}` : classes} />
  );
}
