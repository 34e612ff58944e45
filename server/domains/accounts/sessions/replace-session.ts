import type { Tx } from '#server/db/client.ts'
import type { RequestContext } from '#server/api/request-context.ts'
import type { Encryption } from '#server/shared/encryption.ts'
import { rememberDevice } from './known-devices.ts'
import { withDeletionOf } from './session-queries.ts'
import { createSession } from './sessions.ts'

/**
 * Signs a member in: the session of the request ends and a new one begins, so that a token set or seen by an attacker is
 * worthless (session fixation). The browser is remembered. The cookies are sent only if the handler returns
 * (`RequestContext.cookie`).
 * @param has_second_factor whether the sign-in itself verified a second factor
 * @returns the browser, if it is new to the account
 */
export async function replaceSession(
  tx: Tx,
  keys: { encryption: Pick<Encryption, 'blindIndex'> },
  member_id: number,
  caller: Pick<RequestContext, 'session' | 'client' | 'now' | 'cookie'>,
  has_second_factor = false,
): Promise<{ token_hash: Buffer } | null> {
  const { session, client, now, cookie } = caller
  const statement = withDeletionOf(tx, session?.id ?? 0)
  const opened = await createSession(statement, member_id, client, now, has_second_factor)
  const device = await rememberDevice(tx, keys, member_id, caller)
  cookie.set(opened.token, opened.ends)
  return device
}
