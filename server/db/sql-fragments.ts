import type { RawBuilder } from 'kysely'
import type { DB } from './schema/tables.generated.ts'

/** The tables that a query has in scope, by their aliases. */
export type Scope = { readonly [alias in string]: keyof DB }

/**
 * SQL of one domain in a query of another. It reads tables by fixed aliases, and the query names the scope that has them:
 * a fragment that comes to read another table does not compile where it does not fit.
 */
export type Fragment<S extends Scope, T = unknown> = (scope: S) => RawBuilder<T>

/** Ties SQL to the scope that it reads. */
export const fragmentOf =
  <S extends Scope>() =>
  <T>(text: RawBuilder<T>): Fragment<S, T> =>
  () =>
    text
