import type { Language } from '#contract/languages.ts';

/** An email as it is sent. */
export interface EmailContent {
  subject: string;
  text: string;
  html: string;
}

/** What an email says. */
export interface EmailParts {
  /** The language of its words; English by default. */
  language?: Language;
  subject: string;
  /** The title above the text; the subject by default. */
  heading?: string;
  /** Plain text, one paragraph each. */
  paragraphs: readonly string[];
  /** Two columns under the paragraphs, e.g. a listing and its price. */
  lines?: readonly { label: string; value: string }[];
  button?: { label: string; href: string };
  closing?: readonly string[];
  /** The link that stops emails like this one, if somebody asked for them. Mail programs show it, too (RFC 8058). */
  unsubscribe?: { label: string; href: string };
}

/** Colours of web/styles/tokens.css converted to sRGB, because email clients do not support oklch. */
const colours = { paper: '#f9f6f0', raised: '#fefcf9', ink: '#1a120f', muted: '#534944', line: '#d9d6ce' } as const;
const serif = "'Noto Serif Display',Georgia,'Times New Roman',serif";
const sans = "'Hanken Grotesk',Arial,Helvetica,sans-serif";

/** What stands at the beginning and the end of every email. */
export interface Signature {
  shopName: string;
  /** A few lines below the name of the shop; empty for none. */
  signOff: string;
}

/** Renders the same parts as plain text and as HTML. The HTML loads nothing from any host. */
export function renderEmail(parts: EmailParts, signature: Signature): EmailContent {
  return { subject: parts.subject, text: asText(parts, signature), html: asHtml(parts, signature) };
}

function asText(
  { subject, heading = subject, paragraphs, lines = [], button, closing = [], unsubscribe }: EmailParts,
  signature: Signature,
): string {
  const blocks = [heading, ...paragraphs];
  if (lines.length > 0) blocks.push(lines.map(({ label, value }) => `${label}: ${value}`).join('\n'));
  if (button) blocks.push(`${button.label}:\n${button.href}`);
  const last = unsubscribe ? [`${unsubscribe.label}:\n${unsubscribe.href}`] : [];
  return `${[...blocks, ...closing, ...last, `-- \n${lastLines(signature)}`].join('\n\n')}\n`;
}

function asHtml(parts: EmailParts, signature: Signature): string {
  const { language = 'en', subject, heading = subject, paragraphs } = parts;
  const { lines = [], button, closing = [], unsubscribe } = parts;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light">
<title>${escapeHtml(subject)}</title>
</head>
<body style="margin:0;background:${colours.paper};color:${colours.ink}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:${colours.paper}"><tr><td align="center" style="padding:40px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="font:16px/26px ${sans};color:${colours.ink}">
<p style="margin:0 0 16px;font:italic 22px/28px ${serif}">${escapeHtml(signature.shopName)}</p>
<div style="border-top:2px solid ${colours.ink};font-size:0;line-height:0">&nbsp;</div>
<h1 style="margin:32px 0 24px;font:400 32px/38px ${serif};letter-spacing:-0.015em">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${lines.length > 0 ? table(lines) : ''}
${button ? link(button) : ''}
${closing.map(paragraph).join('\n')}
${unsubscribe ? quietLink(unsubscribe) : ''}
<p style="margin:40px 0 0;padding-top:16px;border-top:1px solid ${colours.line};font-size:13px;line-height:20px;color:${colours.muted}">${withBreaks(lastLines(signature))}</p>
</td></tr></table>
</td></tr></table>
</body>
</html>
`;
}

const lastLines = ({ shopName, signOff }: Signature) => (signOff === '' ? shopName : `${shopName}\n${signOff}`);
const withBreaks = (text: string) => escapeHtml(text).replaceAll('\n', '<br>');
const paragraph = (text: string) => `<p style="margin:0 0 16px">${withBreaks(text)}</p>`;

function table(lines: readonly { label: string; value: string }[]): string {
  const cell = `padding:10px 0;border-bottom:1px solid ${colours.line};vertical-align:top`;
  const rows = lines.map(
    ({ label, value }) =>
      `<tr><td style="${cell};padding-right:16px">${escapeHtml(label)}</td><td align="right" style="${cell};white-space:nowrap">${escapeHtml(value)}</td></tr>`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px;font:16px/26px ${sans};color:${colours.ink}">${rows.join('')}</table>`;
}

/** Shows the address as text too, for email clients that show no links. */
function link({ label, href }: { label: string; href: string }): string {
  return `<p style="margin:24px 0 16px"><a href="${escapeHtml(href)}" style="display:inline-block;padding:12px 24px;border-radius:2px;background:${colours.ink};color:${colours.raised};text-decoration:none">${escapeHtml(label)}</a></p>
<p style="margin:0 0 16px;font-size:13px;line-height:20px;color:${colours.muted};word-break:break-all">${escapeHtml(href)}</p>`;
}

function quietLink({ label, href }: { label: string; href: string }): string {
  return `<p style="margin:24px 0 0;font-size:13px;line-height:20px"><a href="${escapeHtml(href)}" style="color:${colours.muted}">${escapeHtml(label)}</a></p>`;
}

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
