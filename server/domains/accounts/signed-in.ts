import type { Caller, Member, Session } from '#server/kernel/handler.ts'
import { refuse } from '#server/kernel/refusals.ts'

export type SignedIn = Caller & { member: Member; session: Session }

/** The caller with his member: the table lets nobody else through to a call of access `member`, which types cannot see. */
export function signedIn<C extends Caller>(caller: C): C & SignedIn {
  const { member, session } = caller
  if (!member || !session) refuse('authentication_required')
  return { ...caller, member, session }
}
