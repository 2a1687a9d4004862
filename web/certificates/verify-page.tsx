import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { data, Form, Link, redirect } from 'react-router';
import { inGroups, verifyAddress, verifyPath } from '#contract/certificate-names.ts';
import type { CertificateStatement, CheckedCertificate } from '#contract/certificates.ts';
import type { Printed, PrintedField } from '#contract/collection/piece.ts';
import { factLabels } from '../catalog/fact-labels.ts';
import { pageServices } from '../context.ts';
import { useTimes } from '../shell/use-times.ts';
import { buttonClass } from '../ui/button.tsx';
import { cappedSizes } from '../ui/capped-sizes.ts';
import { Icon } from '../ui/icon.tsx';
import { Mark } from '../ui/mark.tsx';
import { Picture, pictureBox } from '../ui/picture.tsx';
import type { Route } from './+types/verify-page.ts';
import stylesheet from './verify.css?url';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: stylesheet }];

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const search = new URL(request.url).searchParams;
  const [typed, typedCode] = ['number', 'code'].map((name) => search.get(name)?.trim() ?? '');
  if (typed) throw redirect(typedCode ? verifyAddress(typed, typedCode) : `${verifyPath}/${encodeURIComponent(typed)}`);
  const services = context.get(pageServices);
  const { number = '', code = '' } = params;
  const { name } = await services.shop();
  // Null if the address has no number or no code: then the page only asks for them.
  const asked = number === '' || code === '' ? null : { certificate: await services.certificate(number, code) };
  const status = asked && !asked.certificate ? 404 : 200;
  return data({ shopName: name, number, code, asked }, { status });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shopName, number } = loaderData;
  return [
    { title: `${number === '' ? t`Verify a certificate` : t`Certificate ${number}`} | ${shopName}` },
    { name: 'robots', content: 'noindex' },
  ];
}

/** The page that says whether a certificate of authenticity is genuine (docs/behaviour/certificates.md, 6 to 8). */
export default function VerifyPage({ loaderData: { number, code, asked } }: Route.ComponentProps) {
  const { certificate } = asked ?? {};
  return (
    <main id="main" className="page">
      {certificate?.state === 'genuine' && certificate.statement ? (
        <Genuine certificate={certificate} statement={certificate.statement} />
      ) : (
        <div className="verify-said">
          {asked ? <NotGenuine number={number} certificate={asked.certificate} /> : <Question />}
          <CheckForm number={certificate?.number ?? number} code={code} isAgain={asked !== null} />
        </div>
      )}
    </main>
  );
}

function Genuine({ certificate, statement }: { certificate: CheckedCertificate; statement: CertificateStatement }) {
  const { image } = certificate;
  const signature = inGroups(certificate.signature.slice(0, 24).toUpperCase());
  return (
    <div className={image ? 'verify-proof' : 'verify-said'}>
      {image && (
        <div className="shot" style={pictureBox(image)}>
          <Picture image={image} sizes={`(min-width: 48rem) 40vw, ${cappedSizes(100)}`} eager />
        </div>
      )}
      <div className="grid content-start gap-6">
        <p className="verify-stamp" role="status">
          <Icon name="done" />
          <Trans>This certificate is genuine</Trans>
        </p>
        <h1 className="heading-piece">{statement.name}</h1>
        <Facts certificate={certificate} statement={statement} />
        <p className="small muted max-w-[var(--measure)]">
          <Trans>
            Compare the picture, the number and the size with the paper and the piece before you. If one differs, or if
            the paper names an owner and you are asked to pay somebody else, <Link to="/#contact">write to us</Link>.
          </Trans>
        </p>
        <p className="small subtle numeric wrap-anywhere">
          <Trans>Signature {signature}</Trans>
        </p>
      </div>
    </div>
  );
}

function Facts({ certificate, statement }: { certificate: CheckedCertificate; statement: CertificateStatement }) {
  const { day } = useTimes();
  const { shop } = statement;
  const facts = [
    [t`Certificate`, certificate.number],
    [t`Artist`, statement.artist],
    [t`Year`, statement.year === null ? '' : String(statement.year)],
    [t`Size`, statement.size],
    [t`Series`, statement.series],
    [t`Made of`, statement.madeOf],
    ...entriesOf(statement.printed ?? {}).map(([name, text = '']) => [factLabels[name], text] as const),
    [t`Signed`, statement.signed],
    [t`Issued`, [day(statement.issuedAt), statement.place].filter(Boolean).join(', ')],
  ] as const;
  return (
    <dl className="facts w-full">
      {facts.map(([name, value]) => value !== '' && <Fact key={name} name={name} value={value} />)}
      {certificate.sold !== null && (
        <>
          <dt>
            <Trans>Now</Trans>
          </dt>
          <dd>{certificate.sold ? <Mark kind="sold">{t`Sold`}</Mark> : t`With ${shop}`}</dd>
        </>
      )}
    </dl>
  );
}

// Object.entries() returns strings; `printed` has only these keys.
const entriesOf = (printed: Printed) => Object.entries(printed) as [PrintedField, string | undefined][];

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <>
      <dt>{name}</dt>
      <dd className="numeric wrap-anywhere">{value}</dd>
    </>
  );
}

function Question() {
  return (
    <div className="grid gap-4">
      <h1 className="heading-section">
        <Trans>Verify a certificate</Trans>
      </h1>
      <p className="muted max-w-[var(--measure)]">
        <Trans>
          Every certificate of authenticity has a number and a code. Together they say whether the paper is ours and
          what it says.
        </Trans>
      </p>
    </div>
  );
}

function NotGenuine({ number, certificate }: { number: string; certificate: CheckedCertificate | null }) {
  const { title, text } = useRefusal(number, certificate);
  return (
    <>
      <p className="verify-stamp verify-bad" role="status">
        <Icon name="warning" />
        <Trans>This certificate is not valid</Trans>
      </p>
      <div className="grid gap-4">
        <h1 className="heading-section">{title}</h1>
        <p className="muted max-w-[var(--measure)]">{text}</p>
      </div>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[var(--measure)]">
          <Trans>
            Have you been offered this piece? Do not pay yet. Send us a photograph of the paper, and we tell you what we
            know.
          </Trans>
        </p>
        <Link className={buttonClass()} to="/#contact">
          <Trans>Write to us</Trans>
        </Link>
      </div>
    </>
  );
}

/** The title and the text that say why a certificate is not genuine. */
function useRefusal(number: string, certificate: CheckedCertificate | null): { title: string; text: string } {
  const { day } = useTimes();
  if (!certificate)
    return {
      title: t`We did not issue this certificate`,
      text: t`There is no certificate ${number}. The paper may be invented, or the number was not typed as it is printed. It proves nothing about the piece.`,
    };
  const { number: known, state, revokedAt, replacedBy } = certificate;
  const isRevoked = state === 'revoked';
  const title = isRevoked ? t`This certificate was withdrawn` : t`This number and this code do not belong together`;
  if (!isRevoked || !revokedAt)
    return {
      title,
      text: t`There is a certificate ${known}, but the code on this paper does not belong to it. The paper may have been altered, or copied with mistakes. It proves nothing about the piece.`,
    };
  const revoked = day(revokedAt);
  return {
    title,
    text: replacedBy
      ? t`We withdrew ${known} on ${revoked}, and issued ${replacedBy} in its place. It proves nothing about the piece any more.`
      : t`We withdrew ${known} on ${revoked}. It proves nothing about the piece any more.`,
  };
}

/** The form for the number and the code of a certificate. It works without scripts. */
function CheckForm({ number, code, isAgain }: { number: string; code: string; isAgain: boolean }) {
  return (
    <Form className="verify-form" action={verifyPath} key={`${number} ${code}`}>
      <div className="field">
        <label htmlFor="certificate-number">
          <Trans>Number on the paper</Trans>
        </label>
        <input
          className="input"
          id="certificate-number"
          name="number"
          defaultValue={number}
          autoCapitalize="characters"
          autoComplete="off"
          required
        />
      </div>
      <div className="field">
        <label htmlFor="certificate-code">
          <Trans>Code below the QR code</Trans>
        </label>
        <input
          className="input"
          id="certificate-code"
          name="code"
          defaultValue={code}
          autoCapitalize="characters"
          autoComplete="off"
          required
        />
      </div>
      <button className={buttonClass(isAgain ? 'line' : undefined)} type="submit">
        {isAgain ? t`Check again` : t`Check`}
      </button>
    </Form>
  );
}
