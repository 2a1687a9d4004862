import { describe, expect, it } from 'vitest';
import { lowerEdgeOf, middleOf, type Scene, sceneOf, sceneWords, sharedWall, stands } from './scene.ts';

const panel = (width: number, height: number, depth: number | null = null) => ({ width, height, depth });

describe('A drawn room', () => {
  it.each([
    [1, 1],
    [75, 96],
    [50, 105],
    [180, 94],
    [200, 60],
    [60, 200],
    [240, 240],
    [120, 300],
    [10_000, 10_000],
  ])('has a panel of %d x %d cm at its size, with everything inside', (width, height) => {
    const scene = sceneOf(panel(width, height));
    expect(scene.piece).toMatchObject({ width, height });
    expectInside(scene);
  });

  it('has the middle of a panel 150 cm above the floor, higher only if less than 20 cm would be below it', () => {
    const middle = ({ piece, floor }: Scene) => piece.y + piece.height / 2 - floor;
    for (const height of [9, 96, 200, 260]) expect(middle(sceneOf(panel(80, height)))).toBe(150);
    expect(middle(sceneOf(panel(80, 300)))).toBe(170);
    expect(middleOf(panel(80, 300))).toBe(170);
  });

  it('has a bench of 140 cm below the panel if there is room for it', () => {
    expect(sceneOf(panel(75, 96)).furniture).toMatchObject({ kind: 'bench', width: 140 });
    expect(sceneOf(panel(75, 210)).furniture).toBeNull();
  });

  it('never has the person in front of the panel or its dimension line', () => {
    for (const width of [5, 75, 140, 200, 400]) {
      const { piece, person } = sceneOf(panel(width, 96));
      expect(person.x).toBeGreaterThan(piece.x + piece.width + 25);
      expect(person.height).toBe(165);
    }
  });

  it('has deep pieces on a plinth, taller ones on a lower plinth or on the floor', () => {
    expect(stands(panel(110, 68, 4))).toBe(false);
    expect(stands(panel(20, 20, 8))).toBe(false);
    for (const [height, plinth] of [
      [8.5, 100],
      [38, 100],
      [100, 45],
    ]) {
      const scene = sceneOf(panel(13, height ?? 0, 13));
      expect(scene.furniture).toMatchObject({ kind: 'plinth', height: plinth });
      expect(scene.piece.y).toBe((scene.furniture?.y ?? 0) + (plinth ?? 0));
      expectInside(scene);
    }
    const tall = sceneOf(panel(60, 180, 60));
    expect(tall.furniture).toBeNull();
    expect(tall.piece.y).toBe(tall.person.y);
  });

  it('says in words what it shows', () => {
    expect(sceneWords('Red River Moon', panel(75, 96))).toBe(
      'Drawn room. Red River Moon, 75 cm wide and 96 cm high, hangs with its middle 150 cm above the floor, over a bench 140 cm long.',
    );
    expect(sceneWords('Everyday Red', panel(13, 8.5, 13))).toBe(
      'Drawn room. Everyday Red, 13 cm wide and 8.5 cm high, stands on a plinth 100 cm high.',
    );
  });
});

describe('A wall with several pieces', () => {
  it('has the middles of panels at 150 cm and is high enough for all pieces and the person', () => {
    const sizes = [panel(75, 96), panel(180, 30), panel(80, 240), panel(13, 8.5, 13)];
    const wall = sharedWall(sizes);
    for (const size of sizes.slice(0, 3)) expect(lowerEdgeOf(size) + size.height / 2 - wall.floor).toBe(150);
    for (const size of sizes) expect(lowerEdgeOf(size) + size.height).toBeLessThan(wall.height);
    expect(sharedWall([panel(9, 9)]).height).toBeGreaterThan(wall.person.y + wall.person.height);
  });
});

function expectInside({ width, height, piece, person, furniture }: Scene): void {
  for (const part of [piece, person, ...(furniture ? [furniture] : [])]) {
    expect(part.x).toBeGreaterThanOrEqual(0);
    expect(part.y).toBeGreaterThanOrEqual(0);
    expect(part.x + part.width).toBeLessThanOrEqual(width);
    expect(part.y + part.height).toBeLessThanOrEqual(height);
  }
}
