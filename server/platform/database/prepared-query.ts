import type { Compilable, CompiledQuery } from 'kysely';
import type { Reader } from './database.ts';

/** Takes the place of a value while the query is compiled. */
class Placeholder {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/**
 * A query that many requests run: compiled once for each database, because compiling costs about as much as running it. `build`
 * gets a placeholder for each of `names`, and may only use them as values of the query.
 */
export function prepareQuery<Name extends string, Row>(
  names: readonly Name[],
  build: (reader: Reader, values: Readonly<Record<Name, string>>) => Compilable<Row>,
): (reader: Reader, values: Readonly<Record<Name, string>>) => Promise<Row[]> {
  // The compiler passes values on unread, so `build` cannot tell a placeholder from the text that replaces it.
  const placeholders = Object.fromEntries(names.map((name) => [name, new Placeholder(name)])) as unknown as Readonly<
    Record<Name, string>
  >;
  const compiled = new WeakMap<Reader, CompiledQuery<Row>>();
  return async (reader, values) => {
    const query = compiled.get(reader) ?? build(reader, placeholders).compile();
    compiled.set(reader, query);
    const parameters = query.parameters.map((value) =>
      // A placeholder has one of `names`, which are the keys of `values`.
      value instanceof Placeholder ? values[value.name as Name] : value,
    );
    return (await reader.executeQuery<Row>({ ...query, parameters })).rows;
  };
}
