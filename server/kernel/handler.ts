import type { Answer, CallOutput, Endpoint } from '#contract/endpoint.ts'
import type { Db, Transact } from '../db/client.ts'

/** What every handler is given beside its checked input. */
export type Caller = {
  db: Db
  transact: Transact
  now: Date
  /** The signed-in member, or null. Always null on a public call: its answer is shared (D-07). */
  member: { id: number } | null
  /**
   * Names what a public answer was made from, such as `series:12` or `catalogue`: when a row of that name
   * changes, the prepared answer is dropped in every process.
   */
  tag: (...tags: string[]) => void
}

export type Handler<E extends Endpoint> = (call: CallOutput<E> & Caller) => Promise<Answer<E>>

/** A handler for every call of a domain: one that is missing does not compile. */
export type Handlers<D extends Record<string, Endpoint>> = { [K in keyof D]: Handler<D[K]> }
