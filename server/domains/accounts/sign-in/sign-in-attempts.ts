import type { RequestContext } from '#server/api/request-context.ts'
import type { AccountsDependencies } from '../dependencies.ts'
import { consumeRateLimits, countAttempt } from '../rate-limits.ts'
import { clientNetwork } from '#server/shared/client-network.ts'
import { recognizeClient } from '../sessions/known-devices.ts'

/** The subject of attempts at the password of an account from a network, or from the device of a token. */
export const signInAttempts = (email: string, source: string) => `${email} from ${source}`

/**
 * Counts an attempt to sign in with a password before it is checked (decisions/0011-guessing). A browser that has signed
 * in to the account before has a count of its own; others share the count of the account and their network. Attempts from
 * networks without a sign-in to the account are limited together, so that many networks guess no more than a few.
 * @returns the subject of `clearAttempts`
 * @throws ProblemError `rate_limited`
 */
export async function countSignInAttempt(
  deps: Pick<AccountsDependencies, 'encryption' | 'limits'>,
  caller: Pick<RequestContext, 'db' | 'transact' | 'now' | 'client' | 'cookie'>,
  email: string,
): Promise<string> {
  const client = await recognizeClient(caller.db, deps, email, caller)
  const { device_token, network, is_known_network } = client
  const device = device_token && `device ${device_token}`
  const source = device ?? network
  // Together, because a member may have any number of browsers; only one who has signed in uses the limit up.
  const address = device ? `devices of ${email}` : clientNetwork(caller.client.address)
  await consumeRateLimits(caller, deps, [['logins_from_address', address]])
  const subject = signInAttempts(email, source)
  await countAttempt(caller, deps, subject)
  if (device_token === null && !is_known_network)
    await consumeRateLimits(caller, deps, [['logins_from_unknown_networks', email]])
  return subject
}
