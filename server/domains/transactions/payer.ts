import type { Caller, Member } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'

/** A member who pays. */
export type Payer = Pick<Caller, 'db' | 'transact' | 'now'> & { member: Member }

/** The contract lets only members call; a type cannot see that. */
export function payerOf({ db, transact, now, member }: Caller): Payer {
  return { db, transact, now, member: member ?? refuse('authentication_required') }
}
