import { data, Form, Link, redirect } from 'react-router';
import { inGroups, verifyAddress, verifyPath } from '#contract/certificate-names.ts';
import type { CertificateStatement, CheckedCertificate } from '#contract/certificates.ts';
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
  const asked = number === '' || code === '' ? null : { certificate: await services.certificate(number, code) };
  const status = asked && !asked.certificate ? 404 : 200;
  return data({ shopName: name, number, code, asked }, { status });
}

export function meta({ loaderData }: Route.MetaArgs) {
  if (!loaderData) return [];
  const { shopName, number } = loaderData;
  return [
    { title: `${number === '' ? 'Verify a certificate' : `Certificate ${number}`} | ${shopName}` },
    { name: 'robots', content: 'noindex' },
  ];
}

/** Says whether a certificate of authenticity is genuine (docs/behaviour/certificates.md, 6 to 8). */
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
  const { image, signature } = certificate;
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
          This certificate is genuine
        </p>
        <h1 className="heading-piece">{statement.name}</h1>
        <Facts certificate={certificate} statement={statement} />
        <p className="small muted max-w-[var(--measure)]">
          Compare the picture, the number and the size with the paper and the piece before you. If one differs, or if
          the paper names an owner and you are asked to pay somebody else, <Link to="/#contact">write to us</Link>.
        </p>
        <p className="small subtle numeric wrap-anywhere">Signature {inGroups(signature.slice(0, 24).toUpperCase())}</p>
      </div>
    </div>
  );
}

function Facts({ certificate, statement }: { certificate: CheckedCertificate; statement: CertificateStatement }) {
  const { day } = useTimes();
  const facts = [
    ['Certificate', certificate.number],
    ['Artist', statement.artist],
    ['Year', statement.year === null ? '' : String(statement.year)],
    ['Size', statement.size],
    ['Series', statement.series],
    ['Made of', statement.madeOf],
    ['Signed', statement.signed],
    ['Issued', [day(statement.issuedAt), statement.place].filter(Boolean).join(', ')],
  ] as const;
  return (
    <dl className="facts w-full">
      {facts.map(([name, value]) => value !== '' && <Fact key={name} name={name} value={value} />)}
      {certificate.sold !== null && (
        <>
          <dt>Now</dt>
          <dd>{certificate.sold ? <Mark kind="sold">Sold</Mark> : `With ${statement.shop}`}</dd>
        </>
      )}
    </dl>
  );
}

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
      <h1 className="heading-section">Verify a certificate</h1>
      <p className="muted max-w-[var(--measure)]">
        Every certificate of authenticity has a number and a code. Together they say whether the paper is ours and what
        it says.
      </p>
    </div>
  );
}

function NotGenuine({ number, certificate }: { number: string; certificate: CheckedCertificate | null }) {
  const { day } = useTimes();
  const isRevoked = certificate?.state === 'revoked';
  return (
    <>
      <p className="verify-stamp verify-bad" role="status">
        <Icon name="warning" />
        This certificate is not valid
      </p>
      <div className="grid gap-4">
        <h1 className="heading-section">
          {isRevoked
            ? 'This certificate was withdrawn'
            : certificate
              ? 'This number and this code do not belong together'
              : 'We did not issue this certificate'}
        </h1>
        <p className="muted max-w-[var(--measure)]">
          {isRevoked && certificate.revokedAt
            ? `We withdrew ${certificate.number} on ${day(certificate.revokedAt)}${certificate.replacedBy ? `, and issued ${certificate.replacedBy} in its place` : ''}. It proves nothing about the piece any more.`
            : certificate
              ? `There is a certificate ${certificate.number}, but the code on this paper does not belong to it. The paper may have been altered, or copied with mistakes. It proves nothing about the piece.`
              : `There is no certificate ${number}. The paper may be invented, or the number was not typed as it is printed. It proves nothing about the piece.`}
        </p>
      </div>
      <div className="grid justify-items-start gap-4">
        <p className="max-w-[var(--measure)]">
          Have you been offered this piece? Do not pay yet. Send us a photograph of the paper, and we tell you what we
          know.
        </p>
        <Link className={buttonClass()} to="/#contact">
          Write to us
        </Link>
      </div>
    </>
  );
}

/** Works without scripts. */
function CheckForm({ number, code, isAgain }: { number: string; code: string; isAgain: boolean }) {
  return (
    <Form className="verify-form" action={verifyPath} key={`${number} ${code}`}>
      <div className="field">
        <label htmlFor="certificate-number">Number on the paper</label>
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
        <label htmlFor="certificate-code">Code below the picture of squares</label>
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
      <button className={buttonClass('line')} type="submit">
        {isAgain ? 'Check again' : 'Check'}
      </button>
    </Form>
  );
}
