import { describe, expect, it } from 'vitest';
import { limits } from '#contract/limits.ts';
import { type ChosenFile, picturesOf } from './chosen-files.ts';
import { createIntakeUpload, type SentPhotograph, type UploadState } from './intake-upload.ts';
import { idsBetween, pictureAfter } from './photograph-keys.ts';

const fileOf = (name: string, type = ''): ChosenFile => ({
  file: new File(['x'], name, { type, lastModified: 1 }),
  folder: 'Studio',
});
const choiceOf = (...names: string[]) => ({ files: names.map((name) => fileOf(name)), unreadable: 0 });

describe('A chosen folder', () => {
  it('is sorted by name, with numbers by value, and loses the files that are not pictures', () => {
    const files = [
      fileOf('b10.jpg'),
      fileOf('b2.HEIC'),
      fileOf('.DS_Store'),
      fileOf('list.csv'),
      fileOf('a', 'image/png'),
    ];
    const { pictures, others } = picturesOf({ files });
    expect(pictures.map(({ file: { name } }) => name)).toEqual(['a', 'b2.HEIC', 'b10.jpg']);
    expect(others).toBe(2);
  });

  it('that is too large is compared in steps, and only missing photographs count towards the limit', async () => {
    const names = Array.from({ length: 2_500 }, (_, index) => `m${index}.jpg`);
    const { upload, asked, state } = opened({ there: new Set(names.slice(0, 1_100)), waiting: 300 });
    await upload.choose(choiceOf(...names));
    expect(asked).toEqual([1_000, 1_000, 500]);
    expect([state().arrived, state().uploads.length]).toEqual([1_100, limits.intakePictures - 300]);
    expect(state().words).toBe(
      '1,100 photographs have arrived before. 700 photographs were left out: at most 1,000 can wait here. Make drafts of some, then choose the folder again.',
    );
  });

  it('is not sent twice when it is chosen again during the upload', async () => {
    const { upload, sent, answer, state } = opened({});
    await upload.choose(choiceOf('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg'));
    await answer('a.jpg', { url: '', isInDraft: true });
    await answer('b.jpg', { failure: { message: 'Broken', canRetry: true } });
    await upload.choose(choiceOf('a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg', 'f.jpg'));
    expect(state().uploads.map(({ file, state }) => `${file.name} ${state}`)).toEqual([
      ...['c.jpg sending', 'd.jpg sending', 'e.jpg sending', 'b.jpg waiting', 'f.jpg waiting'],
    ]);
    expect([state().arrived, state().inDrafts, sent]).toEqual([1, 1, ['a.jpg', 'b.jpg', 'c.jpg', 'd.jpg', 'e.jpg']]);
    expect(state().words).toBe('1 photograph has arrived before. 3 photographs are on their way already.');
  });

  it('has each photograph of a draft counted once, also after it was removed and sent again', async () => {
    const { upload, answer, remove, state } = opened({});
    for (let time = 0; time < 2; time += 1) {
      await upload.choose(choiceOf('a.jpg'));
      await answer('a.jpg', { url: '', isInDraft: true });
      expect([state().arrived, state().inDrafts]).toEqual([1, 1]);
      remove('a.jpg');
    }
  });

  it('is sent without the files that are not pictures or cannot be read, and their numbers are shown', async () => {
    const { upload, state } = opened({});
    await upload.choose({ ...choiceOf('a.jpg', 'list.csv'), unreadable: 2 });
    expect(state().words).toBe('1 file is not a picture and was left out. 2 files or folders could not be read.');
    expect(state().uploads.length).toBe(1);
  });

  function opened({ there = new Set<string>(), waiting = 0 }) {
    const asked: number[] = [];
    const sent: string[] = [];
    const answers = new Map<string, (sent: SentPhotograph) => void>();
    let state: UploadState = { uploads: [], arrived: 0, inDrafts: 0, pause: null, words: '' };
    const upload = createIntakeUpload({
      async findMissing(files) {
        asked.push(files.length);
        return files.filter(({ file }) => !there.has(file.name));
      },
      send({ file }) {
        sent.push(file.name);
        return new Promise((resolve) => answers.set(file.name, resolve));
      },
      countWaiting: () => waiting,
      onArrived: () => {},
      onChange: (next) => {
        state = next;
      },
    });
    return {
      upload,
      asked,
      sent,
      state: () => state,
      remove: (name: string) => there.delete(name),
      async answer(name: string, outcome: SentPhotograph) {
        if ('url' in outcome) there.add(name);
        answers.get(name)?.(outcome);
        await new Promise((resolve) => setImmediate(resolve));
      },
    };
  }
});

describe('The keys of the photographs', () => {
  const pieces = [['a', 'b', 'c'], ['d'], ['e', 'f']].map((ids) => ({
    pictures: ids.map((id) => ({ id, fileName: `${id}.jpg`, folder: '', thumbnail: null, placeholder: '#000' })),
  }));
  it.each([
    ['ArrowRight', 'a', 'b'],
    ['ArrowRight', 'c', null],
    ['ArrowLeft', 'a', null],
    ['Home', 'c', 'a'],
    ['End', 'a', 'c'],
    ['ArrowDown', 'c', 'd'],
    ['ArrowDown', 'd', 'e'],
    ['ArrowUp', 'f', 'd'],
    ['ArrowUp', 'a', null],
    ['x', 'a', null],
  ])('%s at %s leads to %s', (key, from, to) => expect(pictureAfter(key, from, pieces)).toBe(to));

  it('choose a range in either direction, and nothing if one of its ends is gone', () => {
    expect(idsBetween(['a', 'b', 'c', 'd'], 'c', 'a')).toEqual(['a', 'b', 'c']);
    expect(idsBetween(['a', 'b'], 'a', 'gone')).toEqual([]);
  });
});
