import { expect, it } from 'vitest';
import { panelNames, pieceFieldNames, pieceFields, printedFields, publicNames } from '#contract/collection/piece.ts';
import { collect, type Field, namesOf, titleOf } from '#contract/fields/kinds.ts';
import { pieceColumnKeys } from '#contract/import-columns.ts';
import { translatedFields } from '#contract/translated-texts.ts';
import { createImporter } from '#server/testing/imports.ts';
import { pageTexts } from '#server/testing/read-pdf.ts';
import { onEachEngine } from '#server/testing/shop.ts';

/** The fields whose values depend on other records, and have tests of their own. */
const others = ['artistId', 'seriesId', 'publishAt', 'images'];
const names = pieceFieldNames.filter((name) => !others.includes(name));

/** A value of the field that is not the one of a new piece. */
function sampleOf(name: string, field: Field): string | number | boolean {
  switch (field.kind) {
    case 'choice':
      return field.options.find((option) => option !== '' && option !== field.empty) ?? '';
    case 'flag':
      return !field.empty;
    case 'year':
      return 1999;
    case 'money':
      return 123.5;
    case 'length':
    case 'weight':
    case 'percent':
      return 12.5;
    case 'day':
      return '2014-05-30';
    case 'hsCode':
      return '9701.21';
    case 'country':
      return 'VN';
    default:
      return `The ${name}`;
  }
}

const samples = collect(names, (name) => sampleOf(name, pieceFields[name]));

onEachEngine('Each field of a piece', (shop) => {
  const add = async (token: string, changes = {}) => {
    const { body } = await shop.call('addProduct', { token, body: { ...samples, ...changes } });
    if (!body.product) throw new Error(JSON.stringify(body));
    return body.product;
  };

  it('is stored and answered to the panel, and to visitors only if it is public', async () => {
    const { token } = await shop.admin('Linh');
    const product = await add(token);
    expect(product).toMatchObject(samples);
    await shop.call('updateProduct', { token, params: { id: product.id }, body: { visibility: 'listed' } });
    const { body } = await shop.call('getListing', { params: { id: product.id } });
    const shown = new Map(Object.entries(body.listing));
    expect(publicNames.filter((name) => names.includes(name) && shown.get(name) !== samples[name])).toEqual([]);
    expect(panelNames.filter((name) => shown.has(name))).toEqual([]);
  });

  it('is in the export of the pieces, and is imported from it as it was', async () => {
    const linh = await shop.admin('Linh');
    const importer = createImporter(shop, linh);
    const { id } = await add(linh.token);
    const exported = await importer.exported();
    const [titles] = exported
      .toString('utf8')
      .replaceAll(/[\u{FEFF}"]/gu, '')
      .split('\r\n');
    expect(titles?.split(',')).toEqual(pieceColumnKeys);
    expect(pieceColumnKeys).toEqual(expect.arrayContaining(names));
    await shop.call('deleteProduct', { token: linh.token, params: { id } });
    await importer.imports(exported);
    expect(await importer.pieces()).toMatchObject([samples]);
  });

  it('can be translated if it is described so', async () => {
    const { token } = await shop.admin('Linh');
    const { id } = await add(token);
    const { body } = await shop.call('getTranslation', { token, params: { kind: 'listing', id, language: 'vi' } });
    expect(body.translation.fields.map(({ field }) => field)).toEqual(expect.arrayContaining(translatedFields.listing));
  });

  it('is on certificates if it is printed', async () => {
    const { token } = await shop.admin('Linh');
    const { id: listingId } = await add(token, { unique: true, visibility: 'listed', status: 'available' });
    const { body } = await shop.call('issueCertificate', { token, body: { listingId } });
    const { number, code } = body.certificate;
    const { raw } = await shop.call('downloadCertificate', { token, params: { number } });
    const paper = pageTexts(raw).join(' ');
    const { certificate } = (await shop.call('checkCertificate', { params: { number }, query: { code } })).body;
    for (const name of namesOf(printedFields)) {
      expect(paper).toContain(titleOf(pieceFields[name]));
      expect(paper).toContain(samples[name]);
      expect(certificate.statement?.printed).toHaveProperty(name, samples[name]);
    }
  });
});
